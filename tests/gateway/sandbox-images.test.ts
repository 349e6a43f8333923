/** `POST /images/generations`, over HTTP and with the unmodified `openai` package. */
import { loadImage } from '@napi-rs/canvas';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

interface ImagesReply {
  readonly created: number;
  readonly data: readonly { b64_json?: string; url?: string; seed: number; revised_prompt: string }[];
  readonly gatehouse: { readonly credits_used: number; readonly credits_remaining: number };
}

const small = { model: 'sandbox/aurora', prompt: 'a lighthouse at night', size: '512x512', seed: 7 };

const post = (body: object, headers: Record<string, string> = {}) =>
  send(sandbox, { path: '/images/generations', body: JSON.stringify(body), headers });

async function generate(body: object, headers?: Record<string, string>): Promise<ImagesReply> {
  const response = await post(body, headers);
  const reply = await response.json();
  expect(response.status, JSON.stringify(reply)).toBe(200);
  return reply as ImagesReply;
}

const bytesOf = (item: { b64_json?: string } | undefined): Buffer =>
  Buffer.from(item?.b64_json ?? '', 'base64');

/** Average difference of two images' pixels, 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

async function pixels(file: Buffer): Promise<number[]> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(file), 0, 0, 64, 64);
  return [...context.getImageData(0, 0, 64, 64).data];
}

describe('images', () => {
  it('leave out what a negative prompt names, for the same price', async () => {
    const [usual, named, other] = [
      await generate(small),
      await generate({ ...small, negative_prompt: 'Lighthouse, people' }),
      await generate({ ...small, negative_prompt: 'people' }),
    ];
    expect(await difference(bytesOf(named.data[0]), bytesOf(usual.data[0]))).toBeGreaterThan(1);
    expect(bytesOf(other.data[0])).toEqual(bytesOf(usual.data[0]));
    expect(named.gatehouse.credits_used).toBe(usual.gatehouse.credits_used);
  });

  it('have the requested size and file format', async () => {
    const magic = { png: '89504e47', webp: '52494646', jpeg: 'ffd8ff' } as const;
    const sizes = ['512x512', '1024x1024', '1024x1536', '1536x1024'] as const;
    for (const [format, start] of Object.entries(magic)) {
      const { data } = await generate({ ...small, output_format: format });
      expect(bytesOf(data[0]).toString('hex')).toMatch(new RegExp(`^${start}`));
    }
    for (const size of sizes) {
      const { data } = await generate({ ...small, size, output_format: 'jpeg' });
      const { width, height } = await loadImage(bytesOf(data[0]));
      expect(`${width}x${height}`).toBe(size);
    }
  });

  it('are the same bytes for the same seed, and different for another', async () => {
    for (const model of ['sandbox/aurora', 'sandbox/isometric', 'sandbox/poster']) {
      const [first, again, other] = await Promise.all([
        generate({ ...small, model }),
        generate({ ...small, model }),
        generate({ ...small, model, seed: 8 }),
      ]);
      expect(bytesOf(first.data[0])).toEqual(bytesOf(again.data[0]));
      expect(bytesOf(first.data[0])).not.toEqual(bytesOf(other.data[0]));
    }
  });

  it('look different for each model and prompt', async () => {
    const prompts = ['a forest in the morning', 'a city at night', 'a volcano'];
    const models = ['sandbox/aurora', 'sandbox/isometric', 'sandbox/poster'];
    const all: Buffer[] = [];
    for (const model of models) {
      for (const prompt of prompts) {
        all.push(bytesOf((await generate({ ...small, model, prompt, output_format: 'jpeg' })).data[0]));
      }
    }
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) expect(await difference(one, other)).toBeGreaterThan(8);
    }
  });

  it('come up to four at once, each with a seed that reproduces it', async () => {
    const { data, gatehouse } = await generate({ ...small, n: 4, seed: undefined });
    expect(new Set(data.map(({ b64_json }) => b64_json)).size).toBe(4);
    expect(gatehouse.credits_used).toBe(8);
    const again = await generate({ ...small, seed: data[2]?.seed });
    expect(bytesOf(again.data[0])).toEqual(bytesOf(data[2]));
  });

  it('state what was read from the prompt', async () => {
    const { data } = await generate({ ...small, prompt: 'a sailing boat on the sea at sunset in the rain' });
    expect(data[0]?.revised_prompt).toBe(
      'a sailing boat on the sea at sunset in the rain (sea, dusk, rain, boat)',
    );
  });

  it.each([
    ['emoji and a family', '🎉👩‍👩‍👧‍👦 party 🏳️‍🌈'],
    ['many scripts', '日本語 العربية हिन्दी ไทย Привет Ωμέγα 한국어'],
    [
      'one very long word',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
    ],
    ['unpaired surrogates and control characters', 'a\ud800b\u0000c\u202ed\u200b'],
    ['four thousand characters', 'word '.repeat(800)],
    ['a single character', '.'],
  ])('are made of %s', async (_, prompt) => {
    for (const model of ['sandbox/aurora', 'sandbox/isometric', 'sandbox/poster']) {
      const { data } = await generate({
        ...small,
        model,
        prompt: prompt.toWellFormed(),
        output_format: 'webp',
      });
      expect((await loadImage(bytesOf(data[0]))).width).toBe(512);
    }
  });
});

describe('addresses of images', () => {
  it('return the file without a key', async () => {
    const { data } = await generate({ ...small, response_format: 'url', output_format: 'webp' });
    expect(data[0]?.b64_json).toBeUndefined();
    const url = data[0]?.url ?? '';
    expect(new URL(url).origin).toBe(new URL(sandbox.baseUrl).origin);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect((await loadImage(Buffer.from(await response.arrayBuffer()))).width).toBe(512);
  });

  it('can’t be guessed: they differ in 24 random bytes', async () => {
    const { data } = await generate({ ...small, n: 2, response_format: 'url' });
    const tokens = data.map(({ url = '' }) => url.split('/').at(-1) ?? '');
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(24);
    expect(tokens[0]).not.toBe(tokens[1]);
  });
});

describe('the cost of an image', () => {
  it('is the price of its size, once', async () => {
    const before = await sandbox.account();
    const { gatehouse } = await generate({ ...small, size: '1536x1024', output_format: 'jpeg', n: 2 });
    const after = await sandbox.account();
    expect(gatehouse).toEqual({ credits_used: 12, credits_remaining: before.balance - 12 });
    expect(after).toMatchObject({
      balance: before.balance - 12,
      held: 0,
      chargeCount: before.chargeCount + 1,
    });
    expect(after.charges[0]).toMatchObject({
      operation: 'images.generations',
      credits: 12,
      state: 'completed',
    });
  });

  it('is charged once for the same Idempotency-Key, with the same image again', async () => {
    const body = { ...small, seed: undefined };
    const key = { 'idempotency-key': 'picture-1' };
    const before = await sandbox.account();
    const first = await generate(body, key);
    const again = await post(body, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(((await again.json()) as ImagesReply).data).toEqual(first.data);
    expect((await sandbox.account()).balance).toBe(before.balance - 2);
    const other = await post({ ...body, prompt: 'another' }, key);
    expect((await readError(other)).error.code).toBe('idempotency_conflict');
  });

  it('is refused before anything is painted if it can’t be paid', async () => {
    const poor = await startTestSandbox({ initialCredits: 3 });
    try {
      const response = await send(poor, {
        path: '/images/generations',
        body: JSON.stringify({ ...small, size: '1024x1024' }),
      });
      expect(response.status).toBe(402);
      const { error } = await readError(response);
      expect(error.details).toEqual({ credits_needed: 4, credits_available: 3 });
      expect(await poor.account()).toMatchObject({ balance: 3, held: 0, chargeCount: 0 });
    } finally {
      await poor.close();
    }
  });

  it('is nothing if the client leaves before the image is ready', async () => {
    const before = await sandbox.account();
    const leaving = new AbortController();
    const call = send(sandbox, {
      path: '/images/generations',
      body: JSON.stringify({ ...small, size: '1536x1024', n: 4 }),
      signal: leaving.signal,
    });
    setTimeout(() => leaving.abort(), 60);
    await expect(call).rejects.toThrow();
    await expect.poll(async () => (await sandbox.account()).held).toBe(0);
    expect((await sandbox.account()).balance).toBe(before.balance);
  });
});

describe('invalid requests', () => {
  it.each([
    [{ model: undefined }, 'model'],
    [{ prompt: undefined }, 'prompt'],
    [{ prompt: '  \n' }, 'prompt'],
    [{ n: 0 }, 'n'],
    [{ n: 5 }, 'n'],
    [{ n: 1.5 }, 'n'],
    [{ size: '1x1' }, 'size'],
    [{ size: '__proto__' }, 'size'],
    [{ seed: 'seven' }, 'seed'],
    [{ output_format: 'gif' }, 'output_format'],
    [{ response_format: 'file' }, 'response_format'],
    [{ stream: true }, 'stream'],
  ])('%j is a 400 that names the field', async (change, param) => {
    const response = await post({ ...small, ...change });
    expect(response.status).toBe(400);
    expect((await readError(response)).error).toMatchObject({ code: 'invalid_request', param });
  });

  it('a prompt of more than 4,000 characters is a 400', async () => {
    const response = await post({ ...small, prompt: 'x'.repeat(4001) });
    expect((await readError(response)).error).toMatchObject({ code: 'invalid_request', param: 'prompt' });
  });

  it('an unknown model, or one of another modality, is not found', async () => {
    for (const model of ['sandbox/nothing', 'sandbox/echo', 'sandbox/narrator']) {
      const response = await post({ ...small, model });
      expect(response.status).toBe(404);
      expect((await readError(response)).error.code).toBe('model_not_found');
    }
  });
});

describe('the openai package', () => {
  it('generates images unmodified', async () => {
    const client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey });
    const result = await client.images.generate({
      model: 'sandbox/poster',
      prompt: 'Hello, world',
      size: 'auto',
      n: 1,
    });
    const picture = await loadImage(bytesOf(result.data?.[0] as { b64_json: string }));
    expect(`${picture.width}x${picture.height}`).toBe('1024x1024');
    await expect(
      client.images.generate({ model: 'sandbox/poster', prompt: '', size: '256x256' }),
    ).rejects.toThrow(OpenAI.BadRequestError);
  });
});
