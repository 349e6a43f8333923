/**
 * Snippets in the forms that services which speak as OpenAI does show on their pages: docs.sambanova.ai,
 * docs.tokenfactory.nebius.com, deepinfra.com/docs, docs.databricks.com, docs.github.com/en/github-models, portkey.ai/docs,
 * scaleway.com/en/docs/generative-apis, docs.snowflake.com, docs.aws.amazon.com/bedrock, cloud.google.com/vertex-ai,
 * docs.helicone.ai, docs.openwebui.com, docs.docker.com/ai/model-runner, novita.ai/docs, developers.cloudflare.com.
 */
import { describe, expect, test } from 'vitest';
import { filledFrom } from '../../../../renderer/features/settings/gateway/fill-from-pasted';
import { newGateway } from '../../../../renderer/features/settings/gateway/new-gateway';
import { readPasted } from '../../../../renderer/lib/pasted/read-pasted';

const key = 'a1B2c3D4e5F6g7H8i9J0';
const client = (address: string, given: string) =>
  `import os\nfrom openai import OpenAI\n\nclient = OpenAI(\n    base_url=${address},\n    api_key=${given},\n)`;

describe('a snippet with a key fills address, key and name', () => {
  test.each<[string, string, string, string | null]>([
    ['the variable of the key alone', `SAMBANOVA_API_KEY=${key}`, 'https://api.sambanova.ai/v1', 'SambaNova'],
    [
      'one that tells the region',
      `AWS_BEARER_TOKEN_BEDROCK=${key}`,
      'https://bedrock-runtime.{region}.amazonaws.com/openai/v1',
      'Amazon Bedrock',
    ],
    ['one of the cloud around it', `export SCW_SECRET_KEY=${key}`, 'https://api.scaleway.ai/v1', 'Scaleway'],
    [
      'a client',
      client('"https://api.deepinfra.com/v1/openai"', `"${key}"`),
      'https://api.deepinfra.com/v1/openai',
      'DeepInfra',
    ],
    [
      'constants',
      `API_KEY = "${key}"\nBASE_URL = "https://api.tokenfactory.nebius.com/v1/"\nclient = OpenAI(api_key=API_KEY, base_url=BASE_URL)`,
      'https://api.tokenfactory.nebius.com/v1',
      'Nebius Token Factory',
    ],
    [
      'a constant of another name',
      `DATABRICKS_TOKEN = '${key}'\n${client("'https://adb-1.cloud.databricks.com/serving-endpoints'", 'DATABRICKS_TOKEN')}`,
      'https://adb-1.cloud.databricks.com/serving-endpoints',
      'Databricks',
    ],
    [
      'requests, with its headers before',
      `url = "https://api.novita.ai/openai/v1/chat/completions"\nheaders = {\n    "Authorization": "Bearer ${key}",\n    "Content-Type": "application/json"\n}\nrequests.post(url, headers=headers, json=body)`,
      'https://api.novita.ai/openai/v1',
      'Novita',
    ],
    [
      'requests, with its address on a line',
      `NOVITA_API_KEY = "${key}"\nr = requests.post(\n    "https://api.novita.ai/openai/v1/chat/completions",\n    headers={"Authorization": f"Bearer {NOVITA_API_KEY}", "Content-Type": "application/json"},\n)`,
      'https://api.novita.ai/openai/v1',
      'Novita',
    ],
    [
      'fetch',
      `const options = {\n  method: 'GET',\n  headers: {'Content-Type': 'application/json', Authorization: 'Bearer ${key}'}\n};\nfetch('https://api.novita.ai/openai/v1/models', options)`,
      'https://api.novita.ai/openai/v1',
      'Novita',
    ],
    [
      'fetch, with a sum',
      `const API_KEY = "${key}";\nfetch("https://llm.chutes.ai/v1/chat/completions", {\n  headers: { "Authorization": "Bearer " + API_KEY },\n});`,
      'https://llm.chutes.ai/v1',
      'Chutes',
    ],
    [
      'lines of a shell, the command last',
      `export TOKEN="${key}"\nexport URL="https://api.deepinfra.com/v1/openai/chat/completions"\ncurl "$URL" \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '{}'`,
      'https://api.deepinfra.com/v1/openai',
      'DeepInfra',
    ],
    [
      'a block of Markdown',
      '```bash\ncurl https://api.friendli.ai/serverless/v1/chat/completions -H "Authorization: Bearer ' +
        `${key}"\n\`\`\``,
      'https://api.friendli.ai/serverless/v1',
      'Friendli',
    ],
    ['a header alone', `Authorization: Bearer ${key}`, '', null],
    [
      'an organization',
      `curl -L -X POST https://models.github.ai/orgs/mine/inference/chat/completions -H "Authorization: Bearer ${key}"`,
      'https://models.github.ai/orgs/mine/inference',
      'GitHub Models',
    ],
    [
      'a server of one’s own',
      `curl -X POST http://localhost:3000/api/chat/completions -H "Authorization: Bearer ${key}"`,
      'http://localhost:3000/api',
      null,
    ],
    [
      'a key that another service shares',
      `OPENAI_API_KEY=${key}\nOPENAI_BASE_URL=https://bedrock-mantle.us-east-1.api.aws/v1`,
      'https://bedrock-mantle.us-east-1.api.aws/v1',
      'Amazon Bedrock',
    ],
  ])('%s', (_, text, baseUrl, name) => {
    const found = filledFrom(newGateway, text, false);
    expect(found?.choices).toBeNull();
    expect(found?.form).toMatchObject({ baseUrl, key, name: name ?? '' });
    expect(found?.text).not.toContain('Still to enter');
  });
});

describe('a snippet without a key says so, and fills the address', () => {
  test.each([
    [
      'a lookup',
      client('"https://api.tokenfactory.nebius.com/v1/"', 'os.environ.get("NEBIUS_API_KEY")'),
      'https://api.tokenfactory.nebius.com/v1',
    ],
    [
      'a sentence',
      client('"https://api.sambanova.ai/v1"', '"YOUR SAMBACLOUD API KEY"'),
      'https://api.sambanova.ai/v1',
    ],
    [
      'a variable',
      client('"https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1"', '"$AWS_BEARER_TOKEN_BEDROCK"'),
      'https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1',
    ],
    [
      'an attribute',
      client(
        'f"https://{location}-aiplatform.googleapis.com/v1/projects/{project_id}/locations/{location}/endpoints/openapi"',
        'credentials.token',
      ),
      'https://{location}-aiplatform.googleapis.com/v1/projects/{project_id}/locations/{location}/endpoints/openapi',
    ],
    ['a call', client('"https://api.sambanova.ai/v1"', 'load_key()'), 'https://api.sambanova.ai/v1'],
    [
      'a host in angle brackets',
      client("'https://<workspace_id>.databricks.com/serving-endpoints'", '"<token>"'),
      'https://{workspace_id}.databricks.com/serving-endpoints',
    ],
    [
      'a host in square brackets',
      client('"https://[your-work-space].cloud.databricks.com/serving-endpoints/"', '"your_api_key"'),
      'https://{your-work-space}.cloud.databricks.com/serving-endpoints',
    ],
    [
      'words in a host',
      client("'https://<Deployment UUID>.ifr.fr-par.scaleway.com/v1/'", "'<IAM API key>'"),
      'https://{deployment-uuid}.ifr.fr-par.scaleway.com/v1',
    ],
    [
      'a path that a program fills',
      'const openai = new OpenAI({\napiKey: env.CLOUDFLARE_API_KEY,\nbaseURL: `https://api.cloudflare.com/client/v4/accounts/$' +
        '{env.CLOUDFLARE_ACCOUNT_ID}/ai/v1`,\n});',
      'https://api.cloudflare.com/client/v4/accounts/{CLOUDFLARE_ACCOUNT_ID}/ai/v1',
    ],
    [
      'a workspace of mine',
      'export DATABRICKS_WORKSPACE_URL=https://your-workspace.cloud.databricks.com\nexport DATABRICKS_TOKEN=your-token-here',
      'https://{your-workspace}.cloud.databricks.com/serving-endpoints',
    ],
    [
      'a command',
      'curl --url https://api.scaleway.ai/v1/models --header "Authorization: Bearer $SCW_SECRET_KEY"',
      'https://api.scaleway.ai/v1',
    ],
    [
      'a command that a program fills',
      'curl -H "Authorization: Bearer $(gcloud auth print-access-token)" https://h.example/v1/models',
      'https://h.example/v1',
    ],
    ['nothing but placeholders', client('"your-sambanova-base-url"', '"your-sambanova-api-key"'), ''],
  ])('%s', (_, text, baseUrl) => {
    const found = filledFrom(newGateway, text, false);
    expect(found).toMatchObject({ choices: null, form: { baseUrl, key: '' } });
    expect(found?.text).toContain('Still to enter: the key');
  });

  test.each(['"EMPTY"', '"None"', '"not-needed"', '"sk-no-key-required"'])(
    'a server that checks none: %s',
    (none) => {
      const found = filledFrom(newGateway, client('"http://localhost:12434/engines/v1"', none), false);
      expect(found?.form).toMatchObject({ baseUrl: 'http://localhost:12434/engines/v1', key: '' });
      expect(found?.text).toBe('Filled from the snippet: address.');
    },
  );
});

test('braces of an address stay to be replaced', () => {
  const address = 'https://gateway.ai.cloudflare.com/v1/{account_id}/{gateway_id}/compat';
  expect(readPasted(address)).toMatchObject({ baseUrl: address, gateway: 'cloudflare' });
});

test('the address of a service itself gets its path', () => {
  expect(readPasted('https://api.venice.ai')).toMatchObject({ baseUrl: 'https://api.venice.ai/api/v1' });
  expect(readPasted('https://ws.databricks.com/serving-endpoints/m/invocations')).toMatchObject({
    baseUrl: 'https://ws.databricks.com/serving-endpoints',
  });
});

test('headers of a snippet follow, and the one with the key is named', () => {
  const portkey = `const openai = new OpenAI({\n  apiKey: 'OPENAI_API_KEY',\n  baseURL: 'https://api.portkey.ai/v1',\n  defaultHeaders: {\n    'x-portkey-api-key': '${key}',\n    'x-portkey-provider': 'openai',\n  },\n});`;
  expect(readPasted(portkey)).toMatchObject({
    key: null,
    headers: [
      { name: 'x-portkey-api-key', value: key, isSecret: true },
      { name: 'x-portkey-provider', value: 'openai', isSecret: false },
    ],
    leftOut: [],
  });
  const fetched = `await fetch('https://relay.example/v1/chat/completions', {\n  headers: {\n    'x-api-key': '${key}',\n    'X-Team': 'blue',\n  },\n});`;
  expect(readPasted(fetched)).toMatchObject({ key, keyHeader: 'x-api-key', headers: [{ name: 'X-Team' }] });
  const helicone = `OpenAI(\n  api_key="${key}",\n  base_url="https://oai.helicone.ai/v1",\n  default_headers={"Helicone-Auth": "Bearer <your key>"},\n)`;
  expect(filledFrom(newGateway, helicone, false)?.text).toBe(
    'Filled from the snippet: address, key, 1 header. Still to enter: Helicone-Auth.',
  );
});

test('a key of one service is not paired with the address of another', () => {
  for (const text of [
    `SAMBANOVA_API_KEY=${key}\nNEBIUS_BASE_URL=https://api.tokenfactory.nebius.com/v1`,
    `headers = {"Authorization": "Bearer ${key}"}\nfetch("https://a.example/v1/models")\nfetch("https://b.example/v1/models")`,
    `KEY_A = "${key}"\nheaders = {"Authorization": "Bearer other-1234"}\napi_key = KEY_A\nrequests.get("https://a.example/v1")`,
  ])
    expect(readPasted(text), text).toMatchObject({ baseUrl: null, key: null, headers: [] });
});
