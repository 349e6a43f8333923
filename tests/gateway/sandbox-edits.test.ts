/** `POST /images/edits` as a form and as JSON, and videos that begin with a picture. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

interface EditReply {
  readonly data: readonly { readonly b64_json: string; readonly seed: number }[];
  readonly gatehouse: { readonly credits_used: number; readonly credits_remaining: number };
}

const [WIDTH, HEIGHT] = [96, 64];

/** Every pixel has another color. */
function picture(width = WIDTH, height = HEIGHT): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < width * height; at += 1)
    pixels.data.set([at % 256, (at * 7) % 256, (at * 13) % 256, 255], at * 4);
  context.putImageData(pixels, 0, 0);
  return canvas.encodeSync('png');
}

/** Transparent in the rectangle that is to be changed. */
function mask(width = WIDTH, height = HEIGHT): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, width, height);
  context.clearRect(20, 10, 30, 25);
  return canvas.encodeSync('png');
}

async function pixelsOf(file: Buffer) {
  const image = await loadImage(file);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return {
    ...canvas.getContext('2d').getImageData(0, 0, image.width, image.height),
    data: canvas.getContext('2d').getImageData(0, 0, image.width, image.height).data,
    width: image.width,
    height: image.height,
  };
}

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
const post = (body: object, path = '/images/edits') => send(sandbox, { path, body: JSON.stringify(body) });

async function edit(body: object): Promise<EditReply> {
  const response = await post(body);
  const reply = await response.json();
  expect(response.status, JSON.stringify(reply)).toBe(200);
  return reply as EditReply;
}

const resultOf = ({ data }: EditReply) => Buffer.from(data[0]?.b64_json ?? '', 'base64');

describe('an edit', () => {
  it('changes every pixel inside the mask and none outside, for one price of each picture given', async () => {
    const reply = await edit({
      model: 'sandbox/retouch',
      prompt: 'a red desert',
      seed: 3,
      image: dataUrl(picture()),
      mask: { image_url: dataUrl(mask()) },
    });
    const [before, after] = [await pixelsOf(picture()), await pixelsOf(resultOf(reply))];
    let [outside, inside] = [0, 0];
    for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      const isSame = [0, 1, 2, 3].every((one) => before.data[at * 4 + one] === after.data[at * 4 + one]);
      if (isSame) continue;
      if (x >= 20 && x < 50 && y >= 10 && y < 35) inside += 1;
      else outside += 1;
    }
    expect({ outside, isChanged: inside > 700 }).toEqual({ outside: 0, isChanged: true });
    expect(reply.gatehouse.credits_used).toBe(3 + 2 * 0.5);
  });

  it('extends around what was there, doubles, relights and cuts out', async () => {
    const image = dataUrl(picture());
    const [extended, upscaled, relit] = await Promise.all(
      ['extend', 'upscale', 'relight'].map(async (kind) =>
        pixelsOf(resultOf(await edit({ model: `sandbox/${kind}`, prompt: 'at night', seed: 1, image }))),
      ),
    );
    expect([extended?.width, extended?.height]).toEqual([144, 96]);
    expect([upscaled?.width, upscaled?.height]).toEqual([192, 128]);
    const before = await pixelsOf(picture());
    const isKept = Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
      const to = ((Math.floor(at / WIDTH) + 16) * 144 + (at % WIDTH) + 24) * 4;
      return [0, 1, 2, 3].every((one) => before.data[at * 4 + one] === extended?.data[to + one]);
    });
    expect(isKept.every(Boolean)).toBe(true);
    const sum = (pixels?: Uint8ClampedArray) => pixels?.reduce((total, one) => total + one, 0) ?? 0;
    expect(sum(relit?.data)).toBeLessThan(sum(before.data));
    const canvas = createCanvas(40, 40);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 40, 40);
    context.fillStyle = '#cc0000';
    context.fillRect(10, 10, 20, 20);
    const cut = await pixelsOf(
      resultOf(await edit({ model: 'sandbox/cutout', image: dataUrl(canvas.encodeSync('png')) })),
    );
    const alphaAt = (x: number, y: number) => cut.data[(y * 40 + x) * 4 + 3];
    expect([alphaAt(0, 0), alphaAt(39, 20), alphaAt(20, 20)]).toEqual([0, 0, 255]);
  });

  it.each(['retouch', 'relight'])(
    'by %s changes as much as its strength says: 0 not one pixel',
    async (kind) => {
      const changeAt = async (strength: number) => {
        const body = { model: `sandbox/${kind}`, prompt: 'a red desert at night', seed: 3, strength };
        const after = await pixelsOf(resultOf(await edit({ ...body, image: dataUrl(picture()) })));
        const before = await pixelsOf(picture());
        return after.data.reduce((sum, value, at) => sum + Math.abs(value - (before.data[at] ?? 0)), 0);
      };
      const [none, some, more, all] = [
        await changeAt(0),
        await changeAt(0.3),
        await changeAt(0.7),
        await changeAt(1),
      ];
      expect(none).toBe(0);
      expect(some).toBeGreaterThan(0);
      expect(more).toBeGreaterThan(some ?? 0);
      expect(all).toBeGreaterThan(more ?? 0);
    },
  );

  it('makes several pictures of one request, each with its own seed and price', async () => {
    const body = { model: 'sandbox/retouch', prompt: 'sea', seed: 7, n: 3, image: dataUrl(picture(32, 32)) };
    const { data, gatehouse } = await edit(body);
    expect(data.map(({ seed }) => seed)).toEqual([7, 8, 9]);
    expect(new Set(data.map(({ b64_json }) => b64_json)).size).toBe(3);
    expect(gatehouse.credits_used).toBe(3 * 3 + 0.5);
    const second = await edit({ ...body, n: 1, seed: 8 });
    expect(second.data[0]?.b64_json).toBe(data[1]?.b64_json);
  });

  it('is made with the unmodified library from a form with several pictures', async () => {
    const client = new OpenAI({ apiKey: sandbox.apiKey, baseURL: sandbox.baseUrl, maxRetries: 0 });
    const files = await Promise.all(
      [0, 1].map((index) => toFile(picture(), `picture-${index}.png`, { type: 'image/png' })),
    );
    const reply = await client.images.edit({ model: 'sandbox/collage', prompt: 'the sea', image: files });
    expect(reply.data?.[0]?.b64_json?.length).toBeGreaterThan(1_000);
    expect((reply as unknown as EditReply).gatehouse.credits_used).toBe(3 + 2 * 0.5);
  });

  it.each([
    ['no picture', { image: undefined }, 400, 'image'],
    ['an address', { image: 'https://example.com/cat.png' }, 400, 'image'],
    ['what is no picture', { image: dataUrl(Buffer.from('no picture')) }, 400, 'image'],
    ['too many pixels', { image: dataUrl(picture(4200, 4100)) }, 413, 'image'],
    ['a mask of another size', { mask: dataUrl(mask(95, 64)) }, 400, 'mask'],
    ['a mask where none is taken', { model: 'sandbox/upscale', mask: dataUrl(mask()) }, 400, 'mask'],
    ['a model that takes no pictures', { model: 'sandbox/aurora' }, 400, 'model'],
    ['five results', { n: 5 }, 400, 'n'],
    ['a strength above one', { strength: 1.01 }, 400, 'strength'],
    ['a strength below zero', { strength: -0.1 }, 400, 'strength'],
    ['a strength that is no number', { strength: 'much' }, 400, 'strength'],
    ['a strength where none is taken', { model: 'sandbox/upscale', strength: 0.5 }, 400, 'strength'],
  ])('refuses %s by name and charges nothing', async (_what, change, status, param) => {
    const before = (await sandbox.account()).chargeCount;
    const body = { model: 'sandbox/retouch', prompt: 'x', image: dataUrl(picture()), ...change };
    const response = await post(body);
    expect([response.status, (await readError(response)).error.param]).toEqual([status, param]);
    expect((await sandbox.account()).chargeCount).toBe(before);
  });

  it('charges nothing for a form that is cut anywhere, and once for the same form in other boundaries', async () => {
    const small = picture(8, 8);
    const formOf = (boundary: string) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nsandbox/upscale\r\n` +
            `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
        ),
        small,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    const sendForm = (boundary: string, body: Buffer, key: string) =>
      fetch(`${sandbox.baseUrl}/images/edits`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sandbox.apiKey}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': key,
        },
        body: new Uint8Array(body),
      });
    const before = (await sandbox.account()).chargeCount;
    const whole = formOf('cut');
    for (let end = 0; end < whole.length - 4; end += 7) {
      const response = await sendForm('cut', whole.subarray(0, end), `cut-${end}`);
      expect(response.status, `cut at ${end}: ${await response.text()}`).toBe(400);
    }
    expect((await sandbox.account()).chargeCount).toBe(before);
    const [one, other] = [
      await sendForm('one', formOf('one'), 'k'),
      await sendForm('two', formOf('two'), 'k'),
    ];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(((await one.json()) as EditReply).data).toEqual(((await other.json()) as EditReply).data);
    expect((await sandbox.account()).chargeCount).toBe(before + 1);
  });
});

describe('a video', () => {
  it('begins with the first frame, ends with the last one, and costs what both add', async () => {
    const plain = (color: string) => {
      const canvas = createCanvas(64, 48);
      const context = canvas.getContext('2d');
      context.fillStyle = color;
      context.fillRect(0, 0, 64, 48);
      return dataUrl(canvas.encodeSync('png'));
    };
    const response = await post(
      {
        model: 'sandbox/kinograph',
        prompt: 'from red to blue',
        duration: 1,
        resolution: '480p',
        first_frame_image: plain('#e01010'),
        frame_images: [{ image_url: { url: plain('#1010e0') }, frame_type: 'last_frame' }],
      },
      '/videos/generations',
    );
    const job = (await response.json()) as {
      id: string;
      input: Record<string, unknown>;
      credits: { price: number };
    };
    expect(response.status, JSON.stringify(job)).toBe(200);
    expect(job.credits.price).toBe(1 + 2 * 0.5);
    expect(JSON.stringify(job).length).toBeLessThan(2_000);
    const url = await finished(job.id);
    const [first, last] = await endsOf(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(first?.[0]).toBeGreaterThan(180);
    expect(first?.[2]).toBeLessThan(60);
    expect(last?.[0]).toBeLessThan(60);
    expect(last?.[2]).toBeGreaterThan(180);
  });
});

async function finished(id: string): Promise<string> {
  for (;;) {
    const response = await send(sandbox, { method: 'GET', path: `/jobs/${id}` });
    const job = (await response.json()) as { status: string; output?: { url: string }; error?: unknown };
    if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
    if (job.output !== undefined) return job.output.url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The color in the middle of the first and of the last frame. */
async function endsOf(film: Buffer): Promise<readonly (readonly number[])[]> {
  const { BufferSource, EncodedPacketSink, Input, WEBM } = await import('mediabunny');
  const input = new Input({ formats: [WEBM], source: new BufferSource(film) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video');
  const sink = new EncodedPacketSink(track);
  const colors: number[][] = [];
  for (const packet of [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)]) {
    const frame = webp(packet?.data ?? new Uint8Array());
    const image = await loadImage(frame);
    const canvas = createCanvas(1, 1);
    canvas.getContext('2d').drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1);
    colors.push([...canvas.getContext('2d').getImageData(0, 0, 1, 1).data]);
  }
  return colors;
}

/** A VP8 key frame as the picture that it was encoded as. */
function webp(frame: Uint8Array): Buffer {
  const padded = Buffer.concat([frame, Buffer.alloc(frame.length % 2)]);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0);
  head.writeUInt32LE(12 + padded.length, 4);
  head.write('WEBPVP8 ', 8);
  head.writeUInt32LE(frame.length, 16);
  return Buffer.concat([head, padded]);
}

describe('the pictures that a model takes', () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

  it('are in its record, and others are refused by a code and charge nothing', async () => {
    const response = await send(sandbox, { path: '/models', method: 'GET' });
    expect(JSON.stringify(await response.json())).toContain(
      '"input_images":{"formats":["png","jpeg","webp"],"max_pixels":16777216,"max_width":2048,"max_height":2048}',
    );
    const { chargeCount } = await sandbox.account();
    const format = await post({ model: 'sandbox/relight', image: gif });
    expect([format.status, await readError(format)]).toMatchObject([
      400,
      { error: { code: 'unsupported_image_format', param: 'image' } },
    ]);
    const size = await post({ model: 'sandbox/relight', image: dataUrl(picture(2_049, 8)) });
    expect([size.status, await readError(size)]).toMatchObject([
      413,
      { error: { code: 'payload_too_large' } },
    ]);
    expect((await sandbox.account()).chargeCount).toBe(chargeCount);
  });
});

describe('a result by address', () => {
  it('is given where it is asked for, also for a repeated key, as for generated pictures', async () => {
    const body = JSON.stringify({
      ...{ model: 'sandbox/upscale', image: dataUrl(picture()), response_format: 'url' },
    });
    const ask = async () => {
      const headers = { 'idempotency-key': 'edit-by-address' };
      const response = await send(sandbox, { path: '/images/edits', body, headers });
      return (await response.json()).data as { url: string; b64_json?: string }[];
    };
    const [first] = await ask();
    expect(first?.b64_json).toBeUndefined();
    const file = await fetch(String(first?.url));
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(await pixelsOf(Buffer.from(await file.arrayBuffer()))).toMatchObject({ width: 2 * WIDTH });
    expect(await ask()).toEqual([first]);
  });
});

it('a stream of pictures is refused before it is charged', async () => {
  const client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
  const before = await sandbox.account();
  const image = await toFile(picture(), 'a.png', { type: 'image/png' });
  const asked = client.images.edit({ model: 'sandbox/upscale', prompt: '', image, stream: true });
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'stream' });
  expect(await sandbox.account()).toMatchObject({ balance: before.balance, chargeCount: before.chargeCount });
});
