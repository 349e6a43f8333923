/** Refusals of proxies, interfaces and frameworks, by the words and codes in them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAppError } from '../../../electron/gateway/parse/error';
import { nextStep, titleOf } from '../../../renderer/lib/error-text';
import { type HostileServer, json, type Script, startHostileServer } from '../../support/hostile-server';
import { page, refusalOf } from '../../support/played-refusal';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const xml = (body: string, status: number): Script => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: [body],
});

it.each<[string, Script, string]>([
  [
    'Apigee',
    json({ fault: { faultstring: 'Rate limit violation', detail: {} } }, 429),
    'Rate limit violation',
  ],
  ['WSO2', json({ fault: { code: 900803, message: 'Message throttled out' } }, 429), 'Message throttled out'],
  ['a text as fault', json({ fault: 'The backend is gone' }, 500), 'The backend is gone'],
  [
    'SOAP',
    xml('<?xml version="1.0"?><e:Fault><faultstring xml:lang="en">Backend gone</faultstring></e:Fault>', 500),
    'The gateway answered with status 500 and XML instead of JSON: “Backend gone”.',
  ],
  [
    'XML without a declaration',
    xml('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>', 403),
    'The gateway answered with status 403 and XML instead of JSON: “Request has expired”.',
  ],
  [
    'Nest',
    json(
      { statusCode: 400, message: ['model must be a string', 'n must be a number'], error: 'Bad Request' },
      400,
    ),
    'model must be a string n must be a number',
  ],
  [
    'Nest with one',
    json({ message: ['model must be a string'], error: 'Bad Request' }, 400),
    'model must be a string',
  ],
  [
    'words elsewhere',
    json({ status: 'fail', data: { info: { text: 'Not in your plan' } } }, 400),
    'Not in your plan',
  ],
  [
    'a trace alone',
    json({ trace: 'at main of app', documentation_url: 'see this page' }, 400),
    'The gateway refused the call with status 400.',
  ],
])('%s says why', async (_, script, message) => {
  expect((await refusalOf(server, script)).message).toBe(message);
});

it('a type that is an address gives its name as the code', async () => {
  const problem = (type: string) => json({ type, title: 'No.', detail: 'No, not now.' }, 403);
  expect((await refusalOf(server, problem('https://gateway.example/probs/out-of-credit'))).errorCode).toBe(
    'out-of-credit',
  );
  expect((await refusalOf(server, problem('https://gateway.example/errors/?a=1'))).errorCode).toBe('errors');
  expect((await refusalOf(server, problem('about:blank'))).errorCode).toBe('forbidden');
  const credit = await refusalOf(server, problem('https://gateway.example/probs/out-of-credit'));
  expect(credit.isOutOfCredits).toBe(true);
});

describe('a redirect', () => {
  const redirectTo = (location: string) => refusalOf(server, { status: 302, headers: { location } });

  it.each([
    '/login?next=%2Fv1',
    '/auth/sign-in',
    'https://login.idp.example/common/oauth2/authorize?a=1',
    '/cdn-cgi/access/login',
  ])('to a page to sign in is said to be one, and is not offered as a base URL: %s', async (location) => {
    const { message } = await redirectTo(location);
    expect(message).toContain('a page to sign in');
    expect(message).not.toContain('If you trust');
  });

  it('to another address is offered still', async () => {
    expect((await redirectTo('https://blogin.example/v2/models')).message).toContain(
      'If you trust that address',
    );
  });
});

describe('the next step after', () => {
  const stepAfter = async (script: Script) => {
    const error = toAppError(await refusalOf(server, script));
    return [titleOf(error), nextStep(error)];
  };
  const said = (message: string, status: number, code?: string) => json({ error: { message, code } }, status);

  it.each<[string, Script, RegExp, RegExp]>([
    [
      'a check for bots',
      page('<title>Just a moment...</title>', 403),
      /./,
      /^Open the base URL in a browser/,
    ],
    [
      'a refused country',
      said('Country not supported', 403, 'unsupported_country'),
      /./,
      /^Check what this key is allowed/,
    ],
    ['a refused key', said('Invalid API key', 403), /./, /save the right API key/],
    ['an overload', said('Overloaded', 529, 'overloaded_error'), /^Gateway overloaded$/, /^Wait a little/],
    ['a request that came too late', said('Request timeout', 408), /./, /^Try again/],
    ['what failed behind it', said('Failed dependency', 424), /./, /^Try again/],
  ])('%s can work', async (_, script, title, step) => {
    const [ofError, next] = await stepAfter(script);
    expect(ofError).toMatch(title);
    expect(next).toMatch(step);
  });

  it('a quota of a day is not to wait for seconds', async () => {
    const error = { code: 'quota_exhausted', message: 'm', statusCode: 429, isOutOfCredits: true };
    expect(titleOf(error)).toBe('Quota used up');
    expect(nextStep(error)).toMatch(/^Choose another model or profile/);
  });
});
