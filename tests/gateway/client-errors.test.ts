import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GatewayError, toAppError } from '../../electron/gateway/parse/error';
import { AppError } from '../../shared/errors';
import { connect, failingFetch, failureOf, question, vendorMeta } from '../support/gateway-client';
import {
  cut,
  findClosedPort,
  type HostileServer,
  json,
  startHostileServer,
  wait,
} from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ask = (options = {}) => connect(server, options).client.chat.completions.create({ ...question });

describe('a refusal', () => {
  it('carries code, status, message, field, details, request id and credits', async () => {
    const error = {
      code: 'invalid_request',
      message: 'Too hot.',
      type: 'x',
      param: 'temperature',
      details: { max: 2 },
    };
    server.script(json({ error, ...vendorMeta }, 400, { 'x-request-id': 'r9' }));
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({
      errorCode: 'invalid_request',
      statusCode: 400,
      message: 'Too hot.',
      param: 'temperature',
      details: { max: 2 },
      requestId: 'r9',
      credits: { used: 0.4, remaining: 99.6 },
      outcomeUnknown: false,
      attempts: 1,
    });
    expect(toAppError(failure)).toEqual({
      attempts: 1,
      code: 'invalid_request',
      message: 'Too hot.',
      statusCode: 400,
      requestId: 'r9',
      field: 'temperature',
      details: { max: 2 },
      outcomeUnknown: false,
    });
  });

  it.each([
    ['{ code, message }', { code: 'empty_purse', message: 'No.' }, 'empty_purse', 'No.'],
    ['{ error: "text" }', { error: 'No.' }, 'insufficient_credits', 'No.'],
    ['{ detail: "text" }', { detail: 'No.' }, 'insufficient_credits', 'No.'],
    ['{ detail: [ … ] }', { detail: [{ msg: 'No.', type: 'odd' }] }, 'odd', 'No.'],
    ['{ message }', { message: 'No.' }, 'insufficient_credits', 'No.'],
    ['{ errors: [ … ] }', { errors: [{ message: 'No.' }] }, 'insufficient_credits', 'No.'],
    ['a numeric code', { error: { code: 1234, message: 'No.' } }, '1234', 'No.'],
    [
      'an empty error',
      { error: {} },
      'insufficient_credits',
      'The gateway refused the call with status 402.',
    ],
  ])('is read from %s', async (_name, body, errorCode, message) => {
    server.script(json(body, 402));
    expect(await failureOf(ask())).toMatchObject({
      errorCode,
      message,
      statusCode: 402,
      outcomeUnknown: false,
    });
  });

  it.each([
    ['a web page', `<html>${'x'.repeat(1_000)}</html>`, 'a web page'],
    ['plain text', 'upstream connect error', 'plain text'],
    ['nothing', '', 'nothing else'],
  ])('shows the status and the first 300 characters of %s', async (_name, body, words) => {
    server.script({ status: 418, headers: { 'content-type': 'text/html' }, body: [body] });
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ errorCode: 'http_418', statusCode: 418, details: body.slice(0, 300) });
    expect(failure.message).toContain('418');
    expect(failure.message).toContain(words);
  });

  it('names the field if a framework gives its location', async () => {
    server.script(json({ detail: [{ loc: ['body', 'messages', 0], msg: 'No.' }] }, 422));
    expect(await failureOf(ask())).toMatchObject({ errorCode: 'invalid_request', param: 'messages.0' });
  });

  it('keeps its status if its body is cut off', async () => {
    server.script({ status: 401, body: ['{"error":{"mess', wait(20), cut] });
    expect(await failureOf(ask())).toMatchObject({
      errorCode: 'invalid_api_key',
      statusCode: 401,
      details: '{"error":{"mess',
    });
  });

  it('is read only up to a limit', async () => {
    const megabyte = 'x'.repeat(1_048_576);
    server.script({ status: 400, body: Array.from({ length: 40 }, () => megabyte) });
    expect(await failureOf(ask())).toMatchObject({ statusCode: 400, details: 'x'.repeat(300) });
  });
});

describe('the outcome of a failed call', () => {
  it.each([
    [500, {}, true],
    [502, {}, true],
    [504, {}, true],
    [500, vendorMeta, false],
    [408, {}, false],
    [409, {}, false],
  ])('status %i with %j: unknown is %s', async (status, meta, outcomeUnknown) => {
    server.script(json({ error: { message: 'No.' }, ...meta }, status));
    expect(await failureOf(ask())).toMatchObject({ statusCode: status, outcomeUnknown });
  });

  it('is unknown if the connection was cut before a reply', async () => {
    server.script({ before: cut });
    expect(await failureOf(ask())).toMatchObject({
      errorCode: 'network_error',
      statusCode: 0,
      outcomeUnknown: true,
    });
  });

  it('is unknown if the connection was cut within the reply', async () => {
    server.script({ headers: { 'content-length': '500' }, body: ['{"choices":', wait(20), cut] });
    expect(await failureOf(ask())).toMatchObject({
      errorCode: 'network_error',
      statusCode: 200,
      outcomeUnknown: true,
    });
  });

  it('is known if the connection was refused', async () => {
    const baseUrl = `http://127.0.0.1:${await findClosedPort()}/api/v1`;
    expect(await failureOf(ask({ baseUrl }))).toMatchObject({
      errorCode: 'network_error',
      statusCode: 0,
      details: { cause: 'refused', code: 'ECONNREFUSED' },
      outcomeUnknown: false,
    });
  });

  it('is never unknown for a free call', async () => {
    server.script({ before: cut }, { status: 500 });
    const { client } = connect(server);
    expect((await failureOf(client.models.list())).outcomeUnknown).toBe(false);
    expect((await failureOf(client.jobs.retrieve('j'))).outcomeUnknown).toBe(false);
  });
});

describe('an error thrown by fetch', () => {
  const thrown = (message: string, cause?: unknown) => new TypeError(message, { cause });
  const withCode = (code: string) => Object.assign(new Error(`it was ${code}`), { code });

  it.each([
    ['Electron, refused', new Error('net::ERR_CONNECTION_REFUSED'), 'network_error', 'refused', false],
    ['Electron, no such name', new Error('net::ERR_NAME_NOT_RESOLVED'), 'network_error', 'dns', false],
    [
      'Electron, no network',
      new Error('net::ERR_INTERNET_DISCONNECTED'),
      'network_error',
      'unreachable',
      false,
    ],
    ['Electron, certificate', new Error('net::ERR_CERT_DATE_INVALID'), 'network_error', 'tls', false],
    [
      'Electron, connecting too long',
      new Error('net::ERR_CONNECTION_TIMED_OUT'),
      'timeout',
      'connect-timeout',
      false,
    ],
    ['Electron, cut', new Error('net::ERR_EMPTY_RESPONSE'), 'network_error', 'cut', true],
    ['Electron, reset', new Error('net::ERR_CONNECTION_RESET'), 'network_error', 'cut', true],
    [
      'Electron, no HTTP',
      new Error('net::ERR_INVALID_HTTP_RESPONSE'),
      'malformed_response',
      'not-http',
      true,
    ],
    ['Electron, redirect', new Error('Redirect was cancelled'), 'malformed_response', 'redirect', false],
    ['Node, no such name', thrown('fetch failed', withCode('ENOTFOUND')), 'network_error', 'dns', false],
    [
      'Node, several addresses',
      thrown('fetch failed', new AggregateError([withCode('ECONNREFUSED')])),
      'network_error',
      'refused',
      false,
    ],
    [
      'Node, self-signed',
      thrown('fetch failed', withCode('DEPTH_ZERO_SELF_SIGNED_CERT')),
      'network_error',
      'tls',
      false,
    ],
    [
      'Node, wrong name',
      thrown('fetch failed', withCode('ERR_TLS_CERT_ALTNAME_INVALID')),
      'network_error',
      'tls',
      false,
    ],
    ['Node, expired', thrown('fetch failed', withCode('CERT_HAS_EXPIRED')), 'network_error', 'tls', false],
    [
      'Node, connecting too long',
      thrown('fetch failed', withCode('UND_ERR_CONNECT_TIMEOUT')),
      'timeout',
      'connect-timeout',
      false,
    ],
    [
      'Node, headers too late',
      thrown('fetch failed', withCode('UND_ERR_HEADERS_TIMEOUT')),
      'timeout',
      'timeout',
      true,
    ],
    ['Node, reset', thrown('fetch failed', withCode('ECONNRESET')), 'network_error', 'cut', true],
    ['anything else', 'a string', 'network_error', 'cut', true],
  ])('is told apart: %s', async (_name, error, errorCode, cause, outcomeUnknown) => {
    const failure = await failureOf(ask({ fetch: failingFetch(error), maxAttempts: 1 }));
    expect(failure).toMatchObject({ errorCode, statusCode: 0, details: { cause }, outcomeUnknown });
    expect(failure.message).not.toBe('');
  });

  it('keeps a code it already has', async () => {
    const fetch = failingFetch(new Error('net::ERR_CERT_AUTHORITY_INVALID'));
    expect((await failureOf(ask({ fetch }))).details).toEqual({
      cause: 'tls',
      code: 'ERR_CERT_AUTHORITY_INVALID',
    });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with status %i is not followed, and its target is named',
    async (status) => {
      const other = await startHostileServer();
      server.script({ status, headers: { location: `${other.origin}/elsewhere?x=1` } });
      const failure = await failureOf(ask());
      expect(failure).toMatchObject({
        errorCode: 'malformed_response',
        statusCode: status,
        outcomeUnknown: false,
      });
      expect(failure.message).toContain(new URL(other.origin).host);
      expect(other.requests).toHaveLength(0);
      expect(server.requests).toHaveLength(1);
      await other.close();
    },
  );

  it('is recognized behind status 0 too', async () => {
    const fetch = async () => Response.error();
    expect(await failureOf(ask({ fetch }))).toMatchObject({
      errorCode: 'malformed_response',
      outcomeUnknown: false,
    });
  });
});

describe('toAppError', () => {
  it('passes errors of the app through', () => {
    const data = { code: 'no_key', message: 'No key.' } as const;
    expect(toAppError(new AppError(data))).toEqual(data);
  });

  it('gives foreign errors a code, and removes credentials from their text', () => {
    expect(toAppError(new Error('bad header "Bearer sk-123"')).message).toBe(
      'bad header "Bearer [key removed]"',
    );
    expect(toAppError('odd')).toEqual({ code: 'internal', message: 'odd' });
    expect(toAppError(new DOMException('stop', 'AbortError')).code).toBe('aborted');
    expect(toAppError(null).code).toBe('internal');
  });

  it('leaves out unknown fields', () => {
    const error = new GatewayError({ errorCode: 'timeout', message: 'Slow.', outcomeUnknown: true });
    expect(toAppError(error)).toEqual({ code: 'timeout', message: 'Slow.', outcomeUnknown: true });
  });

  it('says how long the server asked to wait', async () => {
    server.script(json({ error: 'Slow down.' }, 429, { 'retry-after': '90' }));
    expect(toAppError(await failureOf(ask()))).toMatchObject({ code: 'rate_limited', retryAfterMs: 90_000 });
  });
});
