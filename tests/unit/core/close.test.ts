import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore } from '../../support/core';

let silent: Server;
let asked: () => void;
const isAsked = new Promise<void>((resolve) => {
  asked = resolve;
});

beforeEach(async () => {
  silent = createServer(() => asked());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  silent.closeAllConnections();
  silent.close();
});

test('the app closes while a gateway is still loading its models', async () => {
  const app = await openTestCore();
  const { port } = silent.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const { id } = await app.tell('profiles.create', { name: 'Silent', baseUrl });
  await app.tell('profiles.saveKey', { id, key: 'sk-silent-000000', keep: 'session' });
  await app.tell('profiles.activate', { id });
  await isAsked;
  // Its request would be given up after half a minute, long after this test.
  await expect(app.close()).resolves.toBeUndefined();
});
