import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { keyIn } from '../../../../renderer/lib/pasted/placeholder';
import { readPasted } from '../../../../renderer/lib/pasted/read-pasted';

const gateway = 'https://gateway.example/v1';

describe('a key is filled with the address it was given for', () => {
  test.each([
    ['.env', `ANTHROPIC_API_KEY=sk-ant-1\nOPENAI_API_KEY=sk-2\nOPENAI_BASE_URL=${gateway}`],
    [
      'CRLF and comments',
      `# mine\r\nGITHUB_TOKEN=ghp_1\r\nGATEWAY_KEY=sk-2\r\nGATEWAY_URL=${gateway} # team\r\n`,
    ],
    [
      'export',
      `export HF_TOKEN='hf_1';\nexport LITELLM_MASTER_KEY="sk-2";\nexport LITELLM_BASE_URL='${gateway}';`,
    ],
    [
      'PowerShell',
      `$env:GITHUB_TOKEN="ghp_1"\n$env:OPENAI_API_KEY = "sk-2"\n$env:OPENAI_BASE_URL = '${gateway}'`,
    ],
    ['cmd', `set GITHUB_TOKEN=ghp_1\nset OPENAI_API_KEY=sk-2\nset "OPENAI_API_BASE=${gateway}"`],
    ['setx', `setx GITHUB_TOKEN "ghp_1"\nsetx OPENAI_API_KEY "sk-2"\nsetx OPENAI_BASE_URL "${gateway}"`],
    ['fish', `set -gx GITHUB_TOKEN ghp_1\nset -gx OPENAI_API_KEY sk-2\nset -gx OPENAI_BASE_URL ${gateway}`],
    [
      'a Dockerfile',
      `FROM node\nENV GITHUB_TOKEN=ghp_1\nENV OPENAI_API_KEY sk-2\nENV OPENAI_BASE_URL ${gateway}`,
    ],
    [
      'a compose file',
      `services:\n  web:\n    environment:\n      - DATABASE_URL=postgres://u:p@localhost:5432/db\n      - OPENAI_API_KEY=sk-2\n      - OPENAI_BASE_URL=${gateway}\n  bot:\n    environment:\n      ANTHROPIC_API_KEY: sk-ant-1`,
    ],
    [
      'YAML of several services',
      `providers:\n  anthropic:\n    api_key: sk-ant-1\n    base_url: https://$HOST\n  mine:\n    api_key: sk-2 # own\n    base_url: "${gateway}"`,
    ],
    [
      'a list of models',
      `model_list:\n- model_name: a\n  litellm_params:\n    api_key: os.environ/KEY\n- model_name: b\n  litellm_params:\n    api_base: ${gateway}\n    api_key: sk-2`,
    ],
    [
      'JSON',
      JSON.stringify({ anthropic: { apiKey: 'sk-ant-1' }, mine: { apiKey: 'sk-2', baseURL: gateway } }),
    ],
    [
      'JSON of variables',
      JSON.stringify({
        env: [
          { name: 'GITHUB_TOKEN', value: 'ghp_1' },
          { name: 'AI_API_KEY', value: 'sk-2' },
          { name: 'AI_BASE_URL', value: gateway },
        ],
      }),
    ],
    ['TOML', `[anthropic]\napi_key = "sk-ant-1"\n\n[mine]\napi_key = "sk-2"\nbase_url = "${gateway}"`],
    [
      'Python',
      `import os\nfrom openai import OpenAI\nother = Anthropic(api_key="sk-ant-1")\nclient = OpenAI(\n    base_url="${gateway}",\n    api_key="sk-2",\n)`,
    ],
    [
      'JavaScript',
      `const a = new Anthropic({ apiKey: 'sk-ant-1' });\nconst b = new OpenAI({ apiKey: 'sk-2', baseURL: '${gateway}' });`,
    ],
    [
      'variables in Python',
      `os.environ["GITHUB_TOKEN"] = "ghp_1"\nos.environ["OPENAI_API_KEY"] = "sk-2"\nos.environ["OPENAI_BASE_URL"] = "${gateway}"`,
    ],
    ['words of a page', `Base URL: ${gateway}\nAPI key: sk-2`],
  ])('%s', (_, text) => {
    expect(readPasted(text)).toMatchObject({ baseUrl: gateway, key: 'sk-2', choices: null });
  });

  test('the others are named', () => {
    const text = `ANTHROPIC_API_KEY=sk-ant-SECRET111\nOPENAI_API_KEY=sk-…\nOPENAI_BASE_URL=https://other.example`;
    expect(readPasted(text)).toMatchObject({
      ...{ baseUrl: 'https://other.example', key: null, leftOut: ['ANTHROPIC_API_KEY'] },
    });
  });

  test.each([
    ['OPENROUTER_API_KEY=sk-2\nOPENAI_BASE_URL=https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
    ['OPENROUTER_API_KEY=sk-2', 'https://openrouter.ai/api/v1'],
    ['AZURE_OPENAI_API_KEY=sk-2', 'https://{resource}.openai.azure.com/openai/v1'],
  ])('%s', (text, baseUrl) => expect(readPasted(text)).toMatchObject({ baseUrl, key: 'sk-2' }));
});

describe('where it is not certain, nothing is filled', () => {
  test.each([
    [
      `ANTHROPIC_API_KEY=sk-1\nOPENAI_BASE_URL=${gateway}`,
      ['OPENAI_BASE_URL', 'Anthropic'],
      ['ANTHROPIC_API_KEY'],
    ],
    [`GITHUB_TOKEN=ghp_1\nOPENAI_BASE_URL=${gateway}`, ['OPENAI_BASE_URL'], ['GITHUB_TOKEN']],
    ['GITHUB_TOKEN=ghp_1', [], ['GITHUB_TOKEN']],
    [`OPENAI_API_KEY=sk-1\nGATEWAY_URL=${gateway}`, ['GATEWAY_URL', 'OpenAI'], ['OPENAI_API_KEY']],
    [
      `A_API_KEY=k-1\nA_URL=${gateway}\nB_API_KEY=k-2\nB_URL=https://b.example`,
      ['A_URL', 'B_URL'],
      ['A_API_KEY', 'B_API_KEY'],
    ],
    [
      `api_key: k-1\nbase_url: ${gateway}\nbase_url: https://b.example`,
      ['base_url', 'base_url'],
      ['api_key'],
    ],
  ])('%s', (text, addresses, keys) => {
    const found = readPasted(text);
    expect(found).toMatchObject({ baseUrl: null, key: null, headers: [], query: [] });
    expect(found?.choices?.addresses.map(({ name }) => name)).toEqual(addresses);
    expect(found?.choices?.keys.map(({ name }) => name)).toEqual(keys);
  });

  test('a command for two services', () => {
    const text = `curl -H 'Authorization: Bearer sk-1' ${gateway}/models https://evil.example/models`;
    expect(readPasted(text)).toMatchObject({ baseUrl: null, key: null });
  });
});

describe('what is no address', () => {
  test.each([
    'DATABASE_URL=postgres://u:p@localhost:5432/db\nSESSION_SECRET=shhh',
    'REDIS_URL=redis://:pw@localhost:6379\nSMTP_HOST=smtp.example.com',
    'API_BASE=%{http_code}',
    'SECRET_KEY=django-insecure-1\nJWT_SECRET=shhh',
  ])('%s', (text) => expect(readPasted(text)).toBeNull());

  test.each([
    [
      '--connect-timeout 5 -H "Authorization: Bearer sk-1" http://127.0.0.1:9/v1/chat/completions',
      'http://127.0.0.1:9/v1',
    ],
    ["-sS -o /dev/null -w '%{http_code}' https://gw.example/v1/models", 'https://gw.example/v1'],
    ['--request POST --url https://api.minimax.io/v1/t2a_v2', 'https://api.minimax.io/v1'],
    ['https://gw.example/v1/video/generations', 'https://gw.example/v1'],
    ['https://gw.example/v1/own-thing/run -d @body.json', 'https://gw.example/v1'],
    ['-sSLX POST https://gw.example/v1/models', 'https://gw.example/v1'],
    [
      '-x http://proxy.example:3128 --retry 3 api.gw.example/v1/models | jq .data',
      'https://api.gw.example/v1',
    ],
    [
      '--max-time 10 -e https://page.example https://gw.example/v1/models; curl https://b.example',
      'https://gw.example/v1',
    ],
  ])('curl %s', (words, baseUrl) =>
    expect(readPasted(`curl ${words}`)).toMatchObject({ baseUrl, choices: null }),
  );

  test('and the next command’s key is not the first one’s', () => {
    const text = `curl https://a.example/v1/models\ncurl https://b.example/v1 -H 'Authorization: Bearer sk-b'`;
    expect(readPasted(text)).toMatchObject({ baseUrl: 'https://a.example/v1', key: null });
  });
});

test.each([
  ...[
    'sk-xxxx',
    'sk-XXXXXXXX',
    'sk-or-v1-xxxxxxxx',
    'your-api-key',
    'YOUR_API_KEY',
    '<YOUR_KEY>',
    '$VAR',
    '$' + '{VAR}',
  ],
  ...[
    '***',
    'sk-***',
    'sk-…',
    'sk-ab...yz',
    'Key $FAL_KEY',
    'Bearer GEMINI_API_KEY',
    '%KEY%',
    '{{ key }}',
    'null',
  ],
  ...[
    'process.env.KEY',
    'os.environ/KEY',
    'op://vault/item',
    'insert-key-here',
    'postgres://u:p@h/db',
    'two words',
  ],
])('%s is no key', (value) => {
  expect(keyIn(value)).toBeNull();
});

test.each(['sk-1234', 'sk-or-v1-9f8e', 'Bearer xai-1', 'AIzaSyTodoHere12', 'c1f2:9a', 'eyJhbGciOi.J9.x_y-z'])(
  '%s is one',
  (value) => expect(keyIn(value)).toBe(value.replace('Bearer ', '')),
);

test('a key in the address itself', () => {
  expect(readPasted('https://sk-1@gw.example/v1/models')).toMatchObject({
    ...{ baseUrl: 'https://gw.example/v1', key: 'sk-1' },
  });
  expect(readPasted('curl "https://gw.example/v1beta/models?key=AIza1&alt=sse"')).toMatchObject({
    query: [
      { name: 'key', value: 'AIza1', isSecret: true },
      { name: 'alt', value: 'sse', isSecret: false },
    ],
  });
});

it('takes time in proportion to the length of the text', () => {
  const repeated = (part: string) => (count: number) => part.repeat(Math.ceil(count / part.length));
  const shapes: readonly ((count: number) => string)[] = [
    (count) => `A_KEY=${' '.repeat(count)}x y`,
    (count) => `curl ${' '.repeat(count)}x`,
    (count) => `[${' '.repeat(count)}`,
    (count) => `https://gw.example/${'/'.repeat(count)}x`,
    (count) => `BASE_URL=https://gw.example/${'/models'.repeat(count / 7)}x`,
    (count) => `curl "${'\\"'.repeat(count / 2)}`,
    ...[
      'A_KEY=x\n',
      'A_URL=http://a\nB_KEY=k\n',
      'export ',
      'a="',
      "k='\\",
      '[[',
      '- a: {',
      'a:\n ',
      '$env:',
      '-H a:b ',
    ].map(repeated),
  ];
  // Of the processor: what else the machine does is not counted.
  const timeOf = (text: string) => {
    const begun = process.cpuUsage();
    readPasted(text);
    return process.cpuUsage(begun).user / 1_000;
  };
  for (const shape of shapes) {
    const least = (count: number) => Math.min(...[1, 2, 3].map(() => timeOf(shape(count))));
    const [half, whole] = [least(48_000), least(96_000)];
    // Below some milliseconds, the clock and the collector say more than the text does.
    expect(whole, shape(40)).toBeLessThan(Math.max(half * 3, 400));
  }
});

it('fills no key beside an address of another group, whatever is written', () => {
  const names = fc.constantFrom('OPENAI', 'ANTHROPIC', 'GITHUB', 'MINE', 'A_B');
  const line = fc.oneof(
    names.map((name) => ({ name, text: `${name}_API_KEY=key-of-${name}` })),
    names.map((name) => ({ name, text: `${name}_BASE_URL=https://${name.replace('_', '-')}.example/v1` })),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const found = readPasted(lines.map(({ text }) => text).join('\n'));
      const [, owner] = /^key-of-(.*)$/.exec(found?.key ?? '') ?? [];
      if (owner === undefined || found?.baseUrl == null) return;
      const known: Record<string, string> = { OPENAI: 'api.openai.com', ANTHROPIC: 'api.anthropic.com' };
      const hosts = [`${owner.replace('_', '-').toLowerCase()}.example`, known[owner]];
      expect(hosts).toContain(new URL(found.baseUrl).hostname);
    }),
    { numRuns: 500 },
  );
});

test('a key of a known service beside the address of another host is the person’s choice', () => {
  const key = `sk-ant-api03-${'a1'.repeat(20)}`;
  const other = readPasted(`https://gw.example/v1 ${key}`);
  expect(other).toMatchObject({ key: null, baseUrl: null });
  expect(other?.choices?.addresses.map(({ value }) => value)).toEqual([
    'https://gw.example/v1',
    'https://api.anthropic.com/v1',
  ]);
  expect(other?.choices?.keys.map(({ value }) => value)).toEqual([key]);
  expect(readPasted(`${key} https://api.anthropic.com/v1`)).toMatchObject({ key, choices: null });
});
