/** Portkey's own gateway between the client and the Sandbox: what both say passes through a program no one here wrote. */
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../../electron/gateway/client';
import { probeConnection } from '../../../electron/gateway/operations/probe';
import { failureOf, readStream, sentPicture } from '../../support/gateway-client';
import { type PortkeyGateway, startPortkey } from '../../support/portkey';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';

let sandbox: TestSandbox;
let portkey: PortkeyGateway;
beforeAll(async () => {
  [sandbox, portkey] = await Promise.all([startTestSandbox(), startPortkey()]);
});
afterAll(async () => {
  await Promise.all([sandbox.close(), portkey.close()]);
});

const access = (more: { apiKey?: string; headers?: Record<string, string> } = {}) => ({
  baseUrl: portkey.baseUrl,
  apiKey: sandbox.apiKey,
  gateway: 'portkey' as const,
  headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': sandbox.baseUrl },
  fetch,
  ...more,
});
/** A picture whose pixels differ, with what is drawn over it. */
function drawn(width: number, height: number, draw: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < width * height; at += 1)
    pixels.data.set([at % 256, (at * 7) % 256, (at * 13) % 256, 255], at * 4);
  context.putImageData(pixels, 0, 0);
  draw(context);
  return canvas.encodeSync('png');
}

async function pixelsOf(file: Buffer): Promise<Buffer> {
  const image = await loadImage(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}

const client = (more = {}) => createGatewayClient(access(more));
const question = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'hello there' }] } as const;

describe('through Portkey', () => {
  it('a connection is tested', async () => {
    const { steps, error } = await probeConnection(access());
    expect(error).toBeNull();
    expect(steps.find(({ name }) => name === 'models')).toMatchObject({ state: 'ok' });
    const without = await probeConnection(access({ headers: {} }));
    expect(without.error).toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(/x-portkey-provider/),
    });
  });

  it('a chat comes back whole and streamed, with its credits', async () => {
    const whole = await client().chat.completions.create(question);
    expect(whole.choices[0]?.text).toContain('hello there');
    expect(whole.meta.credits.used).toBeGreaterThan(0);
    const stream = await client().chat.completions.create({ ...question, stream: true });
    const { text, error } = await readStream(stream);
    expect(error).toBeNull();
    expect(text).toContain('hello there');
    expect(stream.result().meta.credits.used).toBeGreaterThan(0);
  });

  it('a picture and speech come back, with their credits', async () => {
    const asked = { model: 'sandbox/poster', prompt: 'a harbour', size: '512x512' };
    const { images, meta } = await client().images.generations.create(asked);
    expect(images).toMatchObject([{ source: { kind: 'bytes', contentType: 'image/png' } }]);
    expect(meta.credits.used).toBeGreaterThan(0);
    const speech = await client().audio.speech.create({ model: 'sandbox/narrator', input: 'Hello.' });
    expect(speech.source).toMatchObject({ kind: 'bytes', contentType: 'audio/mpeg' });
    expect(speech.meta.credits.used).toBeGreaterThan(0);
  });

  it('a picture is edited inside its mask alone, sent as a form, with its credits', async () => {
    const [width, height] = [64, 48];
    const before = drawn(width, height, () => undefined);
    const mask = drawn(width, height, (context) => context.clearRect(10, 10, 20, 15));
    const inputs = [sentPicture('image', before), sentPicture('mask', mask)];
    const asked = { model: 'sandbox/retouch', prompt: 'a red desert', seed: 3 };
    const { images, meta } = await client().images.generations.create(asked, { inputs });
    const [image] = images;
    if (image?.source.kind !== 'bytes') throw new Error('no bytes');
    const [old, edited] = await Promise.all([before, Buffer.from(image.source.bytes)].map(pixelsOf));
    const changed = Array.from({ length: width * height }, (_, at) => at).filter(
      (at) => !old?.subarray(at * 4, at * 4 + 4).equals(edited?.subarray(at * 4, at * 4 + 4) ?? old),
    );
    const isInside = (at: number) =>
      at % width >= 10 && at % width < 30 && Math.floor(at / width) >= 10 && Math.floor(at / width) < 25;
    expect(edited).toHaveLength(width * height * 4);
    expect(changed.length).toBeGreaterThan(250);
    expect(changed.filter((at) => !isInside(at))).toEqual([]);
    expect(meta.credits.used).toBe(3 + 2 * 0.5);
  });

  it('pictures of one field arrive as several, and what is refused keeps its field', async () => {
    const picture = drawn(32, 32, () => undefined);
    const inputs = [sentPicture('image', picture), sentPicture('reference', picture)];
    const { meta } = await client().images.generations.create(
      { model: 'sandbox/collage', prompt: 'the sea' },
      { inputs },
    );
    expect(meta.credits.used).toBe(3 + 2 * 0.5);
    const none = client().images.generations.create(
      { model: 'sandbox/retouch', prompt: 'x' },
      { inputs: [sentPicture('image', Buffer.from('no picture'))] },
    );
    expect(await failureOf(none)).toMatchObject({ statusCode: 400, param: 'image', outcomeUnknown: false });
  });

  it('a video is asked for, followed, listed and fetched, with its credits', async () => {
    const asked = { model: 'sandbox/kinograph', prompt: 'a boat', duration: 1, resolution: '480p' };
    let used = 0;
    const job = await client().videos.generations.createAndWait(asked, {
      onJob: ({ meta }) => {
        used += meta.credits.used ?? 0;
      },
    });
    expect(job).toMatchObject({ status: 'completed', outputs: [{ kind: 'url' }] });
    expect(used).toBeGreaterThan(0);
    expect((await client().jobs.list({ status: 'completed' })).jobs.map(({ id }) => id)).toContain(job.id);
    const [output] = job.outputs;
    if (output?.kind !== 'url') throw new Error('no address');
    // The Sandbox names an address of its own, which the person would allow.
    const allowed = createGatewayClient({ ...access(), resultHosts: [new URL(output.url).host] });
    let bytes = 0;
    for await (const piece of (await allowed.download(output.url)).pieces) bytes += piece.length;
    expect(bytes).toBeGreaterThan(1_000);
  });

  it('errors keep their code, status and details', async () => {
    expect(await failureOf(client({ apiKey: 'wrong-key' }).chat.completions.create(question))).toMatchObject({
      ...{ errorCode: 'invalid_api_key', statusCode: 401, outcomeUnknown: false },
    });
    const unknown = client().chat.completions.create({ ...question, model: 'sandbox/none' });
    expect(await failureOf(unknown)).toMatchObject({ errorCode: 'model_not_found', statusCode: 404 });
  });

  it('an account without credits is out of credits', async () => {
    const poor = await startTestSandbox({ initialCredits: 0 });
    const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': poor.baseUrl };
    const asked = client({ apiKey: poor.apiKey, headers }).chat.completions.create(question);
    expect(await failureOf(asked)).toMatchObject({ isOutOfCredits: true, statusCode: 402, attempts: 1 });
    await poor.close();
  });
});
