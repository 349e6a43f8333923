/** The code of a profile with headers, query, paths or another key sends what the app itself sends. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callToCurl } from '../../shared/code/curl-command';
import { snippet } from '../../shared/code/snippet';
import { defaultConnection } from '../../shared/profiles/defaults';
import type { GatewayConnection } from '../../shared/profiles/gateway-connection';
import { openTestCore, type TestCore } from '../support/core';
import {
  type HostileServer,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../support/hostile-server';
import { hasCurl, hasPython, hasPythonLibrary, runSnippet } from '../support/run-snippet';

const KEY = 'sk-code-1b7';
const SECRET = 'its "secret" $HOME';

let server: HostileServer;
let app: TestCore;
beforeEach(async () => {
  server = await startHostileServer();
  const answer = ({ url }: { url: string }): Script =>
    url.includes('/models')
      ? json({ data: [] })
      : json({ choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }], data: [] });
  server.script(...Array.from({ length: 30 }, () => answer));
  app = await openTestCore();
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const named: Readonly<Record<string, Partial<GatewayConnection>>> = {
  'headers and query': {
    headers: [
      { name: 'x-portkey-provider', isSecret: false, value: "o'pen" },
      { name: 'X-Team-Token', isSecret: true, value: SECRET },
    ],
    query: [{ name: 'api-version', value: '2026 & more' }],
  },
  'a key in another header, and a path': {
    authentication: { kind: 'header', name: 'api-key' },
    paths: { chat: '~/own/chat' },
  },
  'the scheme of fal before its key': { gateway: 'fal', paths: { chat: '/chat/completions' } },
  'a second header of its gateway for the key': { gateway: 'anthropic' },
  'no key': { authentication: { kind: 'none' } },
};

const languages = (needsLibrary: boolean) => [
  ...(hasCurl ? (['curl'] as const) : []),
  'typescript' as const,
  ...((needsLibrary ? hasPythonLibrary : hasPython) ? (['python'] as const) : []),
];

async function addProfile(more: Partial<GatewayConnection>): Promise<void> {
  const connection = { ...defaultConnection, ...more };
  const key = connection.authentication.kind === 'none' ? {} : { key: KEY };
  const input = { name: 'Mine', baseUrl: server.baseUrl, connection, keep: 'session' as const, ...key };
  const { id } = await app.tell('profiles.create', input);
  await app.tell('profiles.activate', { id });
}

/** What matters of a request: the transports differ in the rest. */
function essence({ url, headers, body }: RecordedRequest, isKeyless: boolean) {
  const { authorization } = headers;
  return {
    url,
    // The library can't leave it out.
    ...(!isKeyless && { authorization }),
    own: ['api-key', 'x-api-key', 'anthropic-version', 'x-portkey-provider', 'x-team-token'].map(
      (name) => headers[name],
    ),
    // A default that code leaves out.
    body: { stream: false, ...JSON.parse(body) },
  };
}

describe.each(Object.entries(named))('a profile with %s', (name, more) => {
  const isLibrary = !('paths' in more);
  test.each(languages(isLibrary))('in %s', async (language) => {
    await addProfile(more);
    const { reply } = await app.chat('Is it so?', { stream: false });
    const request = await app.tell('code.request', { of: 'message', messageId: reply.id });
    const code = snippet({ language, ...request, body: request.bodies[0] ?? {} });
    expect(code).not.toContain(KEY);
    expect(code).not.toContain(SECRET);
    const own = server.requests.findLast(({ method }) => method === 'POST') as RecordedRequest;
    const variables = { GATEHOUSE_X_TEAM_TOKEN: SECRET };
    await runSnippet(language, code, KEY, ({ stdout }) => expect(stdout).toContain('Yes.'), {}, variables);
    const theirs = server.requests.findLast(({ method }) => method === 'POST') as RecordedRequest;
    expect(theirs).not.toBe(own);
    expect(essence(theirs, name === 'no key')).toEqual(essence(own, name === 'no key'));
  });
});

test('a recorded call shows the scheme that was sent, and its command sends it again', async () => {
  await addProfile({ gateway: 'fal', paths: { chat: '/chat/completions' } });
  await app.chat('Is it so?', { stream: false });
  const { calls } = await app.tell('inspector.list', { query: '', cursor: null, limit: 20 });
  const id = calls.find(({ method }) => method === 'POST')?.id ?? '';
  const command = callToCurl(await app.tell('inspector.get', { id })) ?? '';
  expect(command).toContain('"Authorization: Key $GATEHOUSE_API_KEY"');
  expect(command).not.toContain(KEY);
});

test('an image is requested in the words of the gateway, at its path', async () => {
  await addProfile({ gateway: 'openrouter' });
  const form = { modality: 'image', model: 'a/b', prompt: 'A harbour', parameters: {}, extra: {} } as const;
  const request = await app.tell('code.request', { of: 'form', ...form });
  expect(request.connection).toMatchObject({ url: `${server.baseUrl}/images`, isUsual: false });
});
