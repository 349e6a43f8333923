import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mediaResponse } from '../../../../electron/hosts/shared/serve-media';
import { tempFolder } from '../../../support/temp-folder';

const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

function fileOf(bytes: Uint8Array = content, fileName = 'fox.png') {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, bytes);
  return { path, contentType: 'image/png', fileName };
}

const ask = (file: ReturnType<typeof fileOf>, headers: Record<string, string> = {}, method = 'GET') =>
  mediaResponse({ method, headers: new Headers(headers) }, file);

const bodyOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a file is served', () => {
  test('whole, with its type, and with nothing in it allowed to run', async () => {
    const response = await ask(fileOf());
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toEqual(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    });
  });

  test.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES= 5 - 6 ', 5, 6],
  ])('in part: %s', async (range, first, last) => {
    const response = await ask(fileOf(), { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect(await bodyOf(response)).toEqual(content.slice(first, last + 1));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    'not for a range outside it: %s',
    async (range) => {
      const response = await ask(fileOf(), { range });
      expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    },
  );

  test.each(['bytes=9-5', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=99999999999999999-'])(
    'whole, if the range is invalid: %s',
    async (range) => {
      const response = await ask(fileOf(), { range });
      expect([response.status, (await bodyOf(response)).length]).toEqual([200, 1000]);
    },
  );

  test('as headers only', async () => {
    const response = await ask(fileOf(), { range: 'bytes=10-19' }, 'HEAD');
    expect([response.status, response.body, response.headers.get('content-length')]).toEqual([
      206,
      null,
      '10',
    ]);
  });

  test('also if it is empty', async () => {
    const file = fileOf(new Uint8Array());
    const response = await ask(file);
    expect([response.status, (await bodyOf(response)).length]).toEqual([200, 0]);
    expect((await ask(file, { range: 'bytes=0-' })).status).toBe(416);
  });

  test('not if it is missing, a folder, or requested with another method', async () => {
    const file = fileOf();
    expect((await ask(file, {}, 'POST')).status).toBe(405);
    rmSync(file.path);
    expect((await ask(file)).status).toBe(404);
    mkdirSync(file.path);
    expect((await ask(file)).status).toBe(404);
  });

  test('ranges of any series are the file’s own bytes', async () => {
    const file = fileOf();
    await fc.assert(
      fc.asyncProperty(fc.nat(1100), fc.nat(1100), async (first, length) => {
        const response = await ask(file, { range: `bytes=${first}-${first + length}` });
        if (first >= 1000) expect(response.status).toBe(416);
        else expect(await bodyOf(response)).toEqual(content.slice(first, first + length + 1));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a client with a cached copy', () => {
  test('gets 304, and the file again once it has changed', async () => {
    const file = fileOf();
    const etag = (await ask(file)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await ask(file, { 'if-none-match': known })).status).toBe(304);
    writeFileSync(file.path, content.subarray(1));
    expect((await ask(file, { 'if-none-match': etag })).status).toBe(200);
  });

  test('gets the rest of the same file, and all of a changed one', async () => {
    const file = fileOf();
    const etag = (await ask(file)).headers.get('etag') ?? '';
    const range = 'bytes=500-';
    expect((await ask(file, { range, 'if-range': etag })).status).toBe(206);
    expect((await ask(file, { range, 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a name', () => {
  test.each([
    'fox "at" dawn.png',
    'größer 狐 👩‍👩‍👧.png',
    "it's (2) 100%.png",
    'a\r\nSet-Cookie: x=1\\.png',
    '\ud800.png',
  ])('%j comes through and can’t break out of its header', async (fileName) => {
    const header = (await ask(fileOf(content, fileName))).headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^inline; filename="[ !#-~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(fileName.toWellFormed());
  });
});

describe('a client that disconnects', () => {
  test.skipIf(process.platform !== 'linux')('leaves no file open, with or without an abort', async () => {
    const file = fileOf(new Uint8Array(5_000_000));
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    const silent: ReadableStreamDefaultReader[] = [];
    for (let count = 0; count < 40; count += 1) {
      const reader = ((await ask(file)).body as ReadableStream).getReader();
      await reader.read();
      if (count % 2 === 0) await reader.cancel();
      else silent.push(reader);
    }
    expect(openFiles() - before).toBeLessThan(5);
    expect(silent).toHaveLength(20);
  });

  test('stops the server’s reading', async () => {
    const file = fileOf(new Uint8Array(50_000_000));
    const server = serve({
      fetch: (request) => mediaResponse(request, file),
      port: 0,
      hostname: '127.0.0.1',
    }) as Server;
    onTestFinished(() => server.closeAllConnections());
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const controller = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    const again = await fetch(`http://127.0.0.1:${port}/`, { headers: { range: 'bytes=-4' } });
    expect([again.status, (await bodyOf(again)).length]).toEqual([206, 4]);
  });

  test('a file that shrinks during the response ends it with an error, not silently', async () => {
    const file = fileOf(new Uint8Array(2_000_000));
    const response = await ask(file);
    truncateSync(file.path, 100_000);
    await expect(response.arrayBuffer()).rejects.toThrow('shorter');
  });
});
