/** What terminals, programs of other languages and people write around an address and a key. */
import { describe, expect, test } from 'vitest';
import { filledFrom } from '../../../../renderer/features/settings/gateway/fill-from-pasted';
import { inputOf, newGateway, problemOf } from '../../../../renderer/features/settings/gateway/new-gateway';
import { readPasted } from '../../../../renderer/lib/pasted/read-pasted';

const tail = 'a1B2c3D4e5F6g7H8i9J0';
const own = `sk-${tail}`;
const groq = `gsk_${tail}`;
const gateway = 'https://gw.example/v1';

describe('a key alone, with what was copied around it', () => {
  test.each([
    ['quotes', `"${groq}"`],
    ['marks of code', `\`${groq}\``],
    ['a comma', `'${groq}',`],
    ['marks that nobody sees', `\u200b${groq}\ufeff`],
    ['curly quotes', `“${groq}”`],
    ['a fence', `\`\`\`\n${groq}\n\`\`\``],
    ['the option of a header', `-H "Authorization: Bearer ${groq}" \\`],
  ])('%s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ gateway: 'groq', key: groq, choices: null });
  });
});

describe('an address alone', () => {
  test.each([
    [`"${gateway}"`, gateway],
    [`<${gateway}>`, gateway],
    [`${gateway}.`, gateway],
    [`[Our gateway](${gateway})`, gateway],
    ['192.168.1.20:11434', 'http://192.168.1.20:11434'],
    ['studio.local:1234/v1', 'http://studio.local:1234/v1'],
  ])('%s', (text, baseUrl) => {
    expect(readPasted(text)).toMatchObject({ from: 'address', baseUrl });
  });
});

describe('address and key of one text', () => {
  test.each([
    ['below each other', `${gateway}\n${own}`],
    ['the key first', `${own}  ${gateway}`],
    ['two variables of a line', `export OPENAI_API_KEY=${own} OPENAI_BASE_URL=${gateway}`],
    ['two commands of a line', `export OPENAI_API_KEY=${own}; export OPENAI_BASE_URL=${gateway}`],
    ['cmd', `set OPENAI_API_KEY=${own}&& set OPENAI_BASE_URL=${gateway}`],
    [
      'cmd with its prompt',
      `C:\\Users\\me>set OPENAI_API_KEY=${own}\nC:\\Users\\me>set OPENAI_BASE_URL=${gateway}`,
    ],
    ['PowerShell', `PS C:\\Users\\me> $env:OPENAI_API_KEY="${own}"; $env:OPENAI_BASE_URL="${gateway}"`],
    ['before a program', `OPENAI_API_KEY=${own} OPENAI_BASE_URL=${gateway} python app.py`],
    [
      'docker on a line',
      `docker run -d -p 3000:8080 -e OPENAI_API_BASE_URL=${gateway} -e OPENAI_API_KEY=${own} -v a:/b image:main`,
    ],
    ['options of a program', `aider --openai-api-base ${gateway} --openai-api-key ${own} --dark-mode`],
    ['the same with =', `aider --openai-api-base=${gateway} --openai-api-key=${own}`],
    ['lists of one', `OPENAI_API_BASE_URLS=${gateway}\nOPENAI_API_KEYS=${own}`],
    ['curly quotes', `client = OpenAI(api_key=‘${own}’, base_url=“${gateway}”)`],
    ['wide colons', `接口地址 URL：${gateway}\nAPI key：${own}`.replace('接口地址 ', '')],
    ['cURL in curly quotes', `curl ${gateway}/chat/completions -H “Authorization: Bearer ${own}” -d ‘{}’`],
    [
      'Invoke-RestMethod',
      `Invoke-RestMethod -Uri "${gateway}/chat/completions" -Method Post -Headers @{ "Authorization" = "Bearer ${own}" } -Body $body`,
    ],
    ['HTTPie', `http POST ${gateway}/chat/completions Authorization:"Bearer ${own}" model=gpt-x`],
    [
      'C#',
      `var client = new OpenAIClient(new ApiKeyCredential("${own}"), new OpenAIClientOptions { Endpoint = new Uri("${gateway}") });`,
    ],
    [
      'Java',
      `OpenAIClient client = OpenAIOkHttpClient.builder()\n    .apiKey("${own}")\n    .baseUrl("${gateway}")\n    .build();`,
    ],
    ['Rust', `let config = OpenAIConfig::new().with_api_key("${own}").with_api_base("${gateway}");`],
    [
      'PHP',
      `$client = OpenAI::factory()\n    ->withApiKey('${own}')\n    ->withBaseUri('${gateway}')\n    ->make();`,
    ],
  ])('%s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ baseUrl: gateway, key: own, choices: null });
  });

  test.each([
    ['openrouter', `aider --api-key openrouter=${own}`],
    ['mistral', `client = Mistral(api_key="${own}")`],
    ['openrouter', `const provider = createOpenRouter({ apiKey: '${own}' });`],
    ['anthropic', `client = Anthropic(\n    api_key="${own}",\n)`],
    ['groq', `docker run --env GROQ_API_KEY=${own} image`],
    ['groq', `[Environment]::SetEnvironmentVariable("GROQ_API_KEY", "${own}", "User")`],
    ['groq', `os.environ.setdefault("GROQ_API_KEY", "${own}")`],
  ])('of %s by the name: %s', (id, text) => {
    expect(readPasted(text)).toMatchObject({ gateway: id, key: own, choices: null });
  });

  test('a client whose key bears no name', () => {
    const text = `client = AzureOpenAI(\n  api_key="${tail}",\n  azure_endpoint="https://my.openai.azure.com"\n)`;
    expect(readPasted(text)).toMatchObject({ gateway: 'azure', key: tail, choices: null });
  });

  test('the first key of a list is not for the second address', () => {
    const text = `OPENAI_API_BASE_URLS="${gateway};https://b.example/v1"\nOPENAI_API_KEYS="${own};sk-b${tail}"`;
    expect(readPasted(text)).toMatchObject({ baseUrl: null, key: null });
  });
});

describe('a key whose address is somewhere else is offered to no service', () => {
  test.each([
    `OPENAI_API_KEY=${own}\nOPENAI_BASE_URL=$RELAY`,
    `client = Anthropic(api_key="${own}", base_url=relay_of(team))`,
    `client = Mistral(\n    api_key="${own}",\n    base_url=os.environ["RELAY"],\n)`,
  ])('%s', (text) => {
    expect(readPasted(text)).toMatchObject({ baseUrl: null, key: null });
  });
});

describe('cURL’s user', () => {
  const read = (text: string) => readPasted(`curl ${text} ${gateway}/models`);
  test('is sent as the command sends it', () => {
    expect(read(`-u token:${own}`)?.key).toBe(`Basic ${btoa(`token:${own}`)}`);
    expect(read(`--user '${own}:'`)?.key).toBe(`Basic ${btoa(`${own}:`)}`);
    expect(read(`-u tökén:${own}`)?.key).toBe(`Basic ${Buffer.from(`tökén:${own}`).toString('base64')}`);
  });
  test('is the key of a service that is known', () => {
    expect(readPasted(`curl -u token:${own} https://api.groq.com/openai/v1/models`)?.key).toBe(own);
  });
  test('is still to be typed where it is a variable', () => {
    expect(read('-u token:$TOKEN')).toMatchObject({ key: null, isKeyOpen: true });
  });
  test('gives way to a header', () => {
    expect(read(`-u a:b -H 'Authorization: Bearer ${own}'`)?.key).toBe(own);
  });
});

describe('the model that a text names', () => {
  test.each([
    [
      'gpt-x',
      `curl ${gateway}/chat/completions -H 'Authorization: Bearer ${own}' -d '{"model":"gpt-x","messages":[]}'`,
    ],
    [
      'meta/llama-3:free',
      `client = OpenAI(base_url="${gateway}", api_key="${own}")\nclient.chat.completions.create(\n  model="meta/llama-3:free",\n)`,
    ],
    ['claude-x', `INFERENCE_URL=${gateway}\nINFERENCE_KEY=${own}\nINFERENCE_MODEL_ID=claude-x`],
    ['gpt-x', `models:\n  - name: a\n    model: gpt-x\n    apiBase: ${gateway}\n    apiKey: ${own}`],
    ['gpt-x', JSON.stringify({ openAiBaseUrl: gateway, openAiApiKey: own, openAiModelId: 'gpt-x' })],
    ['gpt-x', `aider --openai-api-base ${gateway} --openai-api-key ${own} --model openai/gpt-x`],
    [null, `OPENAI_BASE_URL=${gateway}\nOPENAI_API_KEY=${own}`],
    [null, `{"apiBase":"${gateway}","apiKey":"${own}","model":"your-model"}`],
    [null, `models:\n  - model: a\n    apiBase: ${gateway}\n    apiKey: ${own}\n  - model: b`],
    [null, `client = OpenAI(base_url="${gateway}", api_key="${own}")\ncreate(model=args.model)`],
  ])('%s', (model, text) => {
    expect(readPasted(text)?.model).toBe(model);
  });
  test('is said', () => {
    const text = `OPENAI_BASE_URL=${gateway}\nOPENAI_API_KEY=${own}\nOPENAI_MODEL=gpt-x`;
    expect(filledFrom(newGateway, text, false)?.text).toBe(
      'Filled from the .env lines: address, key, model gpt-x.',
    );
  });
});

test('what nobody names is called by its host', () => {
  const form = { ...newGateway, baseUrl: 'https://gw.example:8443/v1' };
  expect(problemOf(form)).toBeNull();
  expect(inputOf(form, 'session').input.name).toBe('gw.example:8443');
  expect(inputOf({ ...form, name: 'Mine' }, 'session').input.name).toBe('Mine');
  expect(problemOf({ ...newGateway, baseUrl: 'gw.example' })).not.toBeNull();
});

test.each([
  'KEY=two words',
  'echo a=b',
  'x = y; z = w',
  'See https://gw.example for more',
  'npm run build --base dist',
])('nothing is made of %s', (text) => {
  expect(readPasted(text)?.key ?? null).toBeNull();
  expect(readPasted(text)?.baseUrl ?? null).toBeNull();
});
