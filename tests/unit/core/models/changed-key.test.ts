/** A list that is asked for while the key changes. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
let held: ServerResponse[] = [];
const keys: (string | undefined)[] = [];
/** Answers each request for its list only when the test says so. */
const server = createServer((request, response) => {
  if (!request.url?.endsWith('/models')) return response.writeHead(404).end();
  keys.push(request.headers.authorization);
  return held.push(response);
});

beforeEach(async () => {
  app = await openTestCore();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** The list as windows know it by now. */
const seen = () => app.events.findLast((event) => event.type === 'models.changed')?.catalogue;

function answer(id: string): void {
  for (const response of held)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: [{ id, object: 'model' }] }));
  held = [];
}

/** Active, with a key, and its list was asked for. */
async function aProfile(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl });
  await app.tell('profiles.saveKey', { id, key: 'sk-first-key', keep: 'session' });
  await app.tell('profiles.activate', { id });
  await app.until(() => held.length === 1);
  return id;
}

test('another key asks again, also where the list of the first one is still on its way', async () => {
  const id = await aProfile();
  await app.tell('profiles.saveKey', { id, key: 'sk-second-key', keep: 'session' });
  answer('of/first');
  await app.until(() => held.length === 1);
  answer('of/second');
  await app.until(() => seen()?.models.some((model) => model.id === 'of/second'));
  expect(keys.slice(-2)).toEqual(['Bearer sk-first-key', 'Bearer sk-second-key']);
});

test('a key that is removed meanwhile is missing afterwards, whatever came of the list', async () => {
  const id = await aProfile();
  await app.tell('profiles.removeKey', { id });
  answer('of/first');
  expect((await app.until(() => seen()?.error)).code).toBe('no_key');
  expect(held).toEqual([]);
});
