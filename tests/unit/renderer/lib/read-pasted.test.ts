import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellWords } from '../../../../renderer/lib/pasted/read-curl';
import { readPasted } from '../../../../renderer/lib/pasted/read-pasted';

describe('an address', () => {
  test.each([
    ['https://openrouter.ai/api/v1/chat/completions', 'https://openrouter.ai/api/v1', 'openrouter'],
    ['https://openrouter.ai', 'https://openrouter.ai/api/v1', 'openrouter'],
    ['  https://gateway.example/api/v1/models  ', 'https://gateway.example/api/v1', null],
    ['localhost:11434', 'http://localhost:11434/v1', 'ollama'],
    ['http://127.0.0.1:1234/v1/', 'http://127.0.0.1:1234/v1', 'lmstudio'],
    ['http://0.0.0.0:8787', 'http://127.0.0.1:8787/v1', 'portkey'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1', null],
    ['https://mine.openai.azure.com/openai/v1', 'https://mine.openai.azure.com/openai/v1', 'azure'],
  ])('%s', (text, baseUrl, gateway) => {
    expect(readPasted(text)).toMatchObject({ from: 'address', baseUrl, gateway, key: null });
  });

  test('keeps its query apart', () => {
    const text = 'https://x.openai.azure.com/openai/deployments/a/chat/completions?api-version=2026-01-01';
    expect(readPasted(text)).toMatchObject({
      baseUrl: 'https://x.openai.azure.com/openai/deployments/a',
      query: [{ name: 'api-version', value: '2026-01-01' }],
    });
  });
});

describe('a cURL command', () => {
  test('fills address, key and headers, and leaves out what the app sets itself', () => {
    const text = `curl http://localhost:8787/v1/chat/completions \\
      -H "Content-Type: application/json" \\
      -H 'Authorization: Bearer sk-1234' --header "x-portkey-provider: openai" \\
      -H x-portkey-api-key:pk-99 \\
      -d '{"model": "gpt", "messages": [{"role": "user", "content": "It'"'"'s"}]}'`;
    expect(readPasted(text)).toEqual({
      from: 'cURL command',
      gateway: 'portkey',
      service: null,
      baseUrl: 'http://localhost:8787/v1',
      key: 'sk-1234',
      isKeyOpen: false,
      keyHeader: null,
      headers: [
        { name: 'x-portkey-provider', value: 'openai', isSecret: false },
        { name: 'x-portkey-api-key', value: 'pk-99', isSecret: true },
      ],
      query: [],
      model: 'gpt',
      choices: null,
      leftOut: [],
    });
  });

  test('knows a key in another header', () => {
    const text = `curl -X POST "https://a.openai.azure.com/openai/v1/images/generations?api-version=preview" -H "api-key: abc"`;
    expect(readPasted(text)).toMatchObject({
      key: 'abc',
      keyHeader: 'api-key',
      headers: [],
      gateway: 'azure',
    });
  });

  test('takes no placeholder for a key', () => {
    for (const key of ['$OPENAI_API_KEY', '$KEY', '<your key>', 'YOUR_API_KEY', '%KEY%'])
      expect(
        readPasted(`curl https://api.openai.com/v1/models -H "Authorization: Bearer ${key}"`)?.key,
      ).toBeNull();
  });

  test('is read as Windows writes it', () => {
    const text = 'curl.exe "https://api.x.ai/v1/models" ^\r\n  -H "Authorization: Bearer xai-1"';
    expect(readPasted(text)).toMatchObject({ gateway: 'xai', key: 'xai-1' });
  });
});

describe('.env lines', () => {
  test('fill address and key', () => {
    const text = '# mine\nexport OPENAI_API_KEY="sk-5"\nOPENAI_BASE_URL=https://llm.example/v1 # team\n\n';
    expect(readPasted(text)).toMatchObject({
      from: '.env lines',
      baseUrl: 'https://llm.example/v1',
      key: 'sk-5',
      gateway: null,
    });
  });

  test('a name alone tells the gateway, whose address is known', () => {
    expect(readPasted('OPENROUTER_API_KEY=sk-or-1')).toMatchObject({
      gateway: 'openrouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: 'sk-or-1',
    });
  });

  test.each(['Portkey', 'sk-1234', 'a = b = c and more', 'const x = 1;\nfoo()', '', 'hello world'])(
    'are not seen in %j',
    (text) => {
      expect(readPasted(text)).toBeNull();
    },
  );
});

test('words of any text are read without an error, and quoting one gives it back', () => {
  fc.assert(fc.property(fc.string(), (text) => void readPasted(text)));
  fc.assert(fc.property(fc.string(), (text) => void readPasted(`curl ${text}`)));
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }).filter((word) => !/[\\^`]\r?\n/.test(word))),
      (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ');
        expect(shellWords(line)).toEqual(words);
      },
    ),
  );
});
