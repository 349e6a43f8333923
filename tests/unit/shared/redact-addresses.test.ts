import { describe, expect, test } from 'vitest';
import { redactAddresses } from '../../../shared/calls/redact-addresses';
import { isSecretName } from '../../../shared/profiles/credential-names';
import { processorMs } from '../../support/processor-time';

const clean = (text: string) => redactAddresses(text, '[removed]');

describe('secrets of addresses in a text', () => {
  test.each([
    [
      'see https://s3.example/a.png?X-Amz-Date=2026&X-Amz-Signature=abc123&x=1 here',
      'see https://s3.example/a.png?X-Amz-Date=2026&X-Amz-Signature=[removed]&x=1 here',
    ],
    [
      '{"url":"https:\\/\\/b.example\\/f?sv=1\\u0026sig=a%2Fb%3D","n":1}',
      '{"url":"https:\\/\\/b.example\\/f?sv=1\\u0026sig=[removed]","n":1}',
    ],
    ['"https://user:pass@gw.example/v1?alt=sse"', '"https://[removed]@gw.example/v1?alt=sse"'],
    ['https://fn.example/run?code=xyz#key=1', 'https://fn.example/run?code=[removed]#key=1'],
    ['<a href="https://x.example?a=1&amp;token=t">', '<a href="https://x.example?a=1&amp;token=[removed]">'],
  ])('%s', (text, expected) => expect(clean(text)).toBe(expected));

  test('and nothing else', () => {
    const text = 'Ask ?key=value of https://x.example/key=1?sort=token&language_code=de, mail a@b.example';
    expect(clean(text)).toBe(text);
  });

  test('in time that grows with the text', () => {
    for (const part of ['https://', 'https://a?', '&key=', '?a', 'https://u@', '\\u0026']) {
      const begun = processorMs();
      clean(`https://x.example?${part.repeat(1_000_000 / part.length)}`);
      expect(processorMs() - begun, part).toBeLessThan(2_000);
    }
  });
});

test.each([
  ...['key', 'api_key', 'apiKey', 'x-api-key', 'Ocp-Apim-Subscription-Key', 'access_token', 'sig', 'code'],
  ...[
    'X-Goog-Signature',
    'X-Amz-Security-Token',
    'X-Amz-Credential',
    'AWSAccessKeyId',
    'password',
    'OPENAI_API_KEY',
  ],
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  'api-version',
  'model',
  'max_tokens',
  'language_code',
  'author',
  'keyboard',
  'alt',
  'signed_at',
  '',
])('%j does not', (name) => expect(isSecretName(name)).toBe(false));
