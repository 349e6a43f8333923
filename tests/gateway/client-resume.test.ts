/** A download whose connection is cut goes on where it was, and only where it is still the same file. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, failureOf } from '../support/gateway-client';
import { cut, type HostileServer, type Script, startHostileServer, wait } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const WHOLE = Array.from({ length: 10 }, (_, at) => String(at).repeat(1_000)).join('');
const etag = '"the-film"';

/** The answer that ends after `count` bytes of what is left. */
const part = (from: number, count: number, headers: Script['headers'] = {}): Script => ({
  status: from === 0 ? 200 : 206,
  headers: {
    'content-type': 'video/mp4',
    'content-length': String(WHOLE.length - from),
    etag,
    ...(from > 0 && { 'content-range': `bytes ${from}-${WHOLE.length - 1}/${WHOLE.length}` }),
    ...headers,
  },
  body: [WHOLE.slice(from, from + count), ...(from + count < WHOLE.length ? [wait(20), cut] : [])],
});

async function read(): Promise<string> {
  const { client } = connect(server);
  let text = '';
  for await (const piece of (await client.download(`${server.origin}/film.mp4`)).pieces)
    text += Buffer.from(piece).toString('latin1');
  return text;
}

const asked = () =>
  server.requests.map(({ headers }) => [headers.range ?? null, headers['if-range'] ?? null]);

it('asks for what is missing alone, however often it is cut', async () => {
  server.script(part(0, 9_000), part(9_000, 500), part(9_500, 500));
  expect(await read()).toBe(WHOLE);
  expect(asked()).toEqual([
    [null, null],
    ['bytes=9000-', etag],
    ['bytes=9500-', etag],
  ]);
});

it('begins again where nothing had come, also a file that can’t be recognized', async () => {
  const nameless = { etag: 'W/"x"' };
  server.script({ ...part(0, 1, nameless), body: [cut] }, part(0, 10_000, nameless));
  expect(await read()).toBe(WHOLE);
  expect(asked()).toEqual([
    [null, null],
    [null, null],
  ]);
});

it('does not begin again with another file than the one that was announced', async () => {
  server.script({ ...part(0, 1), body: [cut] }, part(0, 10_000, { etag: '"another"' }));
  expect((await failureOf(read())).errorCode).toBe('result_changed');
});

it('knows the file by its date where it has no strong ETag', async () => {
  const date = 'Wed, 25 Nov 2026 04:00:00 GMT';
  const dated = { etag: 'W/"x"', 'last-modified': date };
  server.script(part(0, 9_000, dated), part(9_000, 1_000, dated));
  expect(await read()).toBe(WHOLE);
  expect(asked()[1]).toEqual(['bytes=9000-', date]);
});

it.each<[what: string, next: Script]>([
  ['the whole file', part(0, 10_000)],
  ['another place', part(8_000, 2_000, { 'content-range': 'bytes 8000-9999/10000' })],
  ['another length', part(9_000, 1_000, { 'content-range': 'bytes 9000-10000/10001' })],
  ['another file', part(9_000, 1_000, { etag: '"another"' })],
  ['no range', part(9_000, 1_000, { 'content-range': '' })],
  ['compressed bytes', part(9_000, 1_000, { 'content-encoding': 'br' })],
  ['that nothing is there', { status: 416 }],
])('begins again where the answer is %s', async (_what, next) => {
  server.script(part(0, 9_000), next);
  expect(await failureOf(read())).toMatchObject({ errorCode: 'result_changed' });
});

it('is cut as before where nothing tells the file', async () => {
  server.script(part(0, 9_000, { etag: [] }));
  expect(await failureOf(read())).toMatchObject({ errorCode: 'network_error' });
  expect(server.requests).toHaveLength(1);
});

it('gives up after five cuts without a byte', async () => {
  const nothing = part(9_000, 0);
  server.script(part(0, 9_000), nothing, nothing, nothing, nothing, nothing);
  expect(await failureOf(read())).toMatchObject({ errorCode: 'network_error' });
  expect(server.requests).toHaveLength(6);
});

it('asks less often where each connection brings little, and at once where one brings much', async () => {
  const size = 200_000;
  const places = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 75_000, 76_000];
  const file = Buffer.alloc(size, 'x').toString('latin1');
  const answer = (from: number, to: number): Script => ({
    ...part(from, 0, {
      'content-length': String(size - from),
      ...(from > 0 && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
    }),
    body: [file.slice(from, to), ...(to < size ? [wait(20), cut] : [])],
  });
  server.script(...places.map((from, at) => answer(from, places[at + 1] ?? size)));
  const { client, waitsMs } = connect(server);
  let length = 0;
  for await (const piece of (await client.download(`${server.origin}/film.mp4`)).pieces)
    length += piece.byteLength;
  expect(length).toBe(size);
  expect(waitsMs).toEqual([500, 1_000, 2_000, 4_000, 4_000, 500, 500]);
});
