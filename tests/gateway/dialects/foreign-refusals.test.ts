/** Refusals as people quote them in issues and documentation: the reason of the gateway, of what is before it and behind it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostileServer, json, type Script, startHostileServer } from '../../support/hostile-server';
import { page, refusalOf } from '../../support/played-refusal';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ask = (script: Script) => refusalOf(server, script);

describe('the page of a proxy is called by its title', () => {
  it.each<[string, string, number, string]>([
    [
      'Cloudflare, which waited too long',
      '<!DOCTYPE html>\n<!--[if lt IE 7]> <html class="no-js ie6 oldie" lang="en-US"> <![endif]-->\n<head>\n<title>api.example | 524: A timeout occurred</title>\n</head><body></body></html>',
      524,
      'api.example | 524: A timeout occurred',
    ],
    [
      'Cloudflare, which checks for a browser',
      '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head></html>',
      403,
      'Just a moment...',
    ],
    [
      'nginx',
      '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx/1.24.0</center>',
      413,
      '413 Request Entity Too Large',
    ],
    [
      'a page without a title',
      '<html><body><h1>502 <b>Bad</b> Gateway</h1><p>The server was acting as a gateway.</p></body></html>',
      502,
      '502 Bad Gateway',
    ],
    [
      'entities',
      '<html><head><title>Service &amp; site &quot;down&quot;</title></head></html>',
      503,
      'Service & site "down"',
    ],
    [
      'XML of a storage',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      403,
      'Access Denied',
    ],
    [
      'Envoy',
      'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
      503,
      'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
    ],
    ['Cloudflare in one line', 'error code: 1015', 429, 'error code: 1015'],
    ['a text of JSON', '"Too many requests"', 429, 'Too many requests'],
  ])('%s', async (_name, body, status, words) => {
    const failure = await ask(page(body, status));
    expect(failure.message).toBe(
      `The gateway answered with status ${status} and ${/<\?xml/.test(body) ? 'XML' : body.startsWith('<') ? 'a web page' : 'plain text'} instead of JSON: “${words}”.`,
    );
    expect(failure.statusCode).toBe(status);
  });

  it('also where its status is good', async () => {
    const failure = await ask(page('<html><head><title>Sign in · Example</title></head></html>', 200));
    expect(failure.message).toContain(
      'a web page (“Sign in · Example”). The base URL may point at a web site',
    );
  });
});

describe('the reason behind a gateway is said', () => {
  const raw = (metadata: object, code = 429, message = 'Provider returned error') => ({
    error: { message, code, metadata },
  });
  it.each<[string, object, number, string]>([
    [
      'OpenRouter, in words',
      raw({
        raw: 'z-ai/glm is temporarily rate-limited upstream. Please retry shortly.',
        provider_name: 'BaseTen',
        remedy_hint: 'Retry shortly, or route to another provider',
      }),
      429,
      'Provider returned error: z-ai/glm is temporarily rate-limited upstream. Please retry shortly. Retry shortly, or route to another provider.',
    ],
    [
      'OpenRouter, in JSON',
      raw(
        {
          raw: JSON.stringify(
            {
              error: {
                message: 'Messages must contain the word json.',
                type: 'invalid_request_error',
                param: 'input',
                code: null,
              },
            },
            null,
            2,
          ),
          provider_name: 'OpenAI',
        },
        400,
      ),
      400,
      'Provider returned error: Messages must contain the word json.',
    ],
    [
      'OpenRouter, of a page',
      raw({ raw: '<html><head><title>504 Gateway Time-out</title></head></html>' }, 502),
      502,
      'Provider returned error: 504 Gateway Time-out',
    ],
    ['OpenRouter, once', raw({ raw: 'No.' }, 400, 'It said: No.'), 400, 'It said: No.'],
    [
      'LiteLLM',
      {
        error: {
          message:
            'litellm.RateLimitError: OpenrouterException - {"error":{"message":"Rate limit exceeded: free-models-per-day.","code":429}}\nReceived Model Group=m',
          type: 'throttling_error',
          param: null,
          code: '429',
        },
      },
      429,
      'litellm.RateLimitError: OpenrouterException - Rate limit exceeded: free-models-per-day.\nReceived Model Group=m',
    ],
    [
      'a relay of Gemini',
      {
        error: {
          message:
            '{\n  "error": {\n    "code": 400,\n    "message": "API key not valid.",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n',
          code: 400,
        },
      },
      400,
      'API key not valid.',
    ],
    [
      'a list within a relay',
      { error: '[{"error":{"code":429,"message":"Resource exhausted."}}]' },
      429,
      'Resource exhausted.',
    ],
    [
      'words in brackets',
      { error: { message: '[Invalid argument] the size {w}x{h} is wrong' } },
      400,
      '[Invalid argument] the size {w}x{h} is wrong',
    ],
    [
      'Hugging Face',
      { error: ['Error in `parameters.max_new_tokens`: must be at most 250'], warnings: [] },
      400,
      'Error in `parameters.max_new_tokens`: must be at most 250',
    ],
    [
      'Text Embeddings Inference',
      { error: 'Model is overloaded', error_type: 'Overloaded' },
      429,
      'Model is overloaded',
    ],
    [
      'ASP.NET',
      {
        type: 'about:blank',
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Prompt: ['The Prompt field is required.'] },
      },
      400,
      'One or more validation errors occurred: The Prompt field is required.',
    ],
    [
      'Laravel',
      {
        message: 'The given data was invalid.',
        errors: { size: ['Choose another one.', 'It is too large.'] },
      },
      422,
      'The given data was invalid: size: Choose another one. It is too large.',
    ],
    ['Django', { prompt: ['This field is required.'] }, 400, 'prompt: This field is required.'],
    [
      'Zod',
      {
        success: false,
        error: { name: 'ZodError', issues: [{ code: 'too_big', path: ['size'], message: 'Too big' }] },
      },
      400,
      'size: Too big',
    ],
    [
      'Zod in a text',
      { error: { name: 'ZodError', message: '[{"code":"too_big","path":["size"],"message":"Too big"}]' } },
      400,
      'size: Too big',
    ],
    [
      'fal',
      { detail: [{ loc: ['body', 'prompt'], msg: 'It was flagged.', type: 'content_policy_violation' }] },
      422,
      'It was flagged.',
    ],
    ['ElevenLabs', { detail: { status: 'invalid_uid', message: 'No such voice.' } }, 400, 'No such voice.'],
    [
      'Databricks',
      { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'Exceeded workspace rate limit.' },
      429,
      'Exceeded workspace rate limit.',
    ],
  ])('%s', async (_name, body, status, message) => {
    expect((await ask(json(body, status))).message).toBe(message);
  });

  it.each<[string, object, string]>([
    [
      'Amazon',
      { __type: 'com.amazon.coral.service#ThrottlingException', message: 'Rate exceeded' },
      'ThrottlingException',
    ],
    ['Databricks', { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'No.' }, 'REQUEST_LIMIT_EXCEEDED'],
    ['Text Embeddings Inference', { error: 'No.', error_type: 'Overloaded' }, 'Overloaded'],
    [
      'xAI, which writes a sentence',
      { code: 'The caller does not have permission to do that', error: 'No.' },
      'rate_limited',
    ],
  ])('the code of %s', async (_name, body, code) => {
    expect((await ask(json(body, 429))).errorCode).toBe(code);
  });
});
