/** A body that is a result itself is written as it comes once it is long, and is held in memory while it is short. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LongBody, Spool } from '../../electron/gateway/types/call';
import { AppError } from '../../shared/errors';
import { apiKey, connect, failureOf } from '../support/gateway-client';
import { cut, type HostileServer, hang, json, startHostileServer, wait } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const MB = 1_048_576;
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(9 * MB, 7)]);
const paint = (spool?: Spool, signal?: AbortSignal) =>
  connect(server).client.images.generations.create({ model: 'm', prompt: 'p' }, { spool, signal });

async function bytesOf({ pieces }: LongBody): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Keeps what it is given. */
function spoolOf() {
  const taken: Buffer[] = [];
  const spool: Spool = async (body) => {
    taken.push(await bytesOf(body));
    return null;
  };
  return { taken, spool };
}

it('is written whole, and its reply still names what it cost', async () => {
  const { taken, spool } = spoolOf();
  server.script({
    headers: { 'content-type': 'image/png', 'x-credits-used': '3' },
    body: [png.subarray(0, MB), png.subarray(MB)],
  });
  const { images, meta } = await paint(spool);
  expect(images[0]?.source).toEqual({ kind: 'spooled', contentType: 'image/png' });
  expect(taken[0]?.equals(png)).toBe(true);
  expect(meta.statusCode).toBe(200);
  expect(meta.timing.totalMs).not.toBeNull();
});

it('is known by its first bytes, whatever type it says it has, and begins to be written while it comes', async () => {
  server.script({ headers: { 'content-type': 'application/json' }, body: [png, hang] });
  const stop = new AbortController();
  let seen = 0;
  const spool: Spool = async ({ pieces }) => {
    for await (const piece of pieces) {
      seen += piece.length;
      if (seen === png.length) stop.abort();
    }
    return null;
  };
  expect(await failureOf(paint(spool, stop.signal))).toMatchObject({
    errorCode: 'aborted',
    outcomeUnknown: true,
  });
  expect(seen).toBe(png.length);
});

it('stays in memory where it is short, and where it is JSON', async () => {
  const { taken, spool } = spoolOf();
  server.script(
    { headers: { 'content-type': 'image/png' }, body: [png.subarray(0, MB)] },
    json({ data: [{ b64_json: png.toString('base64') }] }),
  );
  for (const bytes of [png.subarray(0, MB), png]) {
    const [image] = (await paint(spool)).images;
    expect(image?.source.kind === 'bytes' && Buffer.from(image.source.bytes).equals(bytes)).toBe(true);
  }
  expect(taken).toHaveLength(0);
});

it('comes back as bytes where the disk refused it', async () => {
  server.script({ headers: { 'content-type': 'image/png' }, body: [png] });
  const [image] = (await paint(bytesOf)).images;
  expect(image?.source.kind === 'bytes' && Buffer.from(image.source.bytes).equals(png)).toBe(true);
});

it('that is cut, or that nothing can hold, fails as a call whose outcome is unknown', async () => {
  const { spool } = spoolOf();
  const whole = { 'content-type': 'image/png', 'content-length': String(png.length + 9) };
  server.script({ headers: whole, body: [png, wait(20), cut] }, { headers: whole, body: [png, hang] });
  expect(await failureOf(paint(spool))).toMatchObject({ errorCode: 'network_error', outcomeUnknown: true });
  const refuse: Spool = async () => {
    throw new Error('The disk is full.');
  };
  expect(await failureOf(paint(refuse))).toMatchObject({
    errorCode: 'storage_failed',
    outcomeUnknown: true,
    message: expect.stringContaining('disk is full'),
  });
});

it('that its spool refuses says why, and its connection is closed', async () => {
  server.script({ headers: { 'content-type': 'image/png' }, body: [png, hang] });
  const message = 'The result is larger than 4096 MB, the limit, and was not read further.';
  const tooLong: Spool = async () => {
    throw new AppError({ code: 'malformed_response', message });
  };
  const isClosed = new Promise<void>((resolve) => server.onClose(resolve));
  const failure = { errorCode: 'malformed_response', outcomeUnknown: true, message };
  expect(await failureOf(paint(tooLong))).toMatchObject(failure);
  await isClosed;
});

it('that can only be read in memory, and is too long for it, is kept as it came but for the key', async () => {
  const megabyte = 'A'.repeat(MB);
  const echo = `"sent": "Bearer ${apiKey}",`;
  const body = [
    `{${echo} "data": [{ "b64_json": "`,
    ...Array.from({ length: 257 }, () => megabyte),
    '" }] }',
  ];
  server.script({ headers: { 'content-type': 'application/json' }, body });
  let [size, start, end, type] = [0, '', '', null as string | null];
  const spool: Spool = async ({ pieces, contentType }) => {
    type = contentType;
    for await (const piece of pieces) {
      if (size === 0) start = Buffer.from(piece.subarray(0, 60)).toString();
      size += piece.length;
      end = Buffer.from(piece).toString().slice(-6) || end;
    }
    return null;
  };
  const { images } = await paint(spool);
  expect(images).toMatchObject([{ source: { kind: 'spooled' } }]);
  expect([type, start.slice(0, 34), end.slice(-5)]).toEqual([
    'application/x-answer+json',
    '{"sent": "Bearer [key removed]", "',
    '" }] }'.slice(-5),
  ]);
  expect(size).toBeGreaterThan(257 * MB);
});
