/** Images in messages: their descriptions can only come from their bytes. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedOrigin } from '../../electron/storage/media/formats/origin';
import { gif, picture } from '../support/media-files';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { chat, readError } from '../support/sandbox-http';
import { tempFolder } from '../support/temp-folder';

let sandbox: TestSandbox;
const internalErrors: unknown[] = [];
beforeAll(async () => {
  sandbox = await startTestSandbox({
    initialCredits: 1e6,
    onInternalError: (error) => internalErrors.push(error),
  });
});
afterAll(async () => {
  await sandbox.close();
  expect(internalErrors).toEqual([]);
});

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const part = (url: string, more: object = {}) => ({ type: 'image_url', image_url: { url, ...more } });
const said = (...content: unknown[]) => ({ model: 'sandbox/vision', messages: [{ role: 'user', content }] });

const replyTo = async (body: object) => {
  const response = await chat(sandbox, body);
  const json = await response.json();
  expect(json, JSON.stringify(json)).toHaveProperty('choices');
  return json as {
    choices: { message: { content: string } }[];
    usage: { prompt_tokens: number };
    gatehouse: { credits_used: number };
  };
};

const textFor = async (...content: unknown[]) =>
  (await replyTo(said(...content))).choices[0]?.message.content ?? '';

async function flag(): Promise<Uint8Array> {
  const canvas = createCanvas(90, 60);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 90, 60);
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, 30, 60);
  return canvas.encode('png');
}

describe('sandbox/vision', () => {
  it('states format, size, length, fingerprint and colors of the actual bytes', async () => {
    const bytes = await flag();
    const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const text = await textFor({ type: 'text', text: 'What is this?' }, part(dataUrl(bytes)));
    expect(text).toContain(`PNG, 90 × 60 pixels, ${bytes.length} bytes, fingerprint \`${fingerprint}\``);
    expect(text).toMatch(/red #f[a-f0-9]0{2}[a-f0-9]{2} \(6[5-8] %\), blue #/);
    expect(text).toContain('You said: What is this?');
  });

  it.each([
    ['PNG', () => picture('png', { width: 31, height: 17 }), '31 × 17'],
    ['JPEG', () => picture('jpeg', { width: 40, height: 20 }), '40 × 20'],
    ['WebP', () => picture('webp', { width: 24, height: 48 }), '24 × 48'],
    ['GIF', async () => gif, '1 × 1'],
  ])('recognizes a %s by its bytes, whatever the data URL says', async (format, make, size) => {
    const bytes = await make();
    expect(await textFor(part(dataUrl(bytes, 'image/jpeg')))).toContain(`${format}, ${size} pixels`);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('reads the prompt stored inside a %s', async (format) => {
    const path = join(tempFolder(), 'picture');
    await writeFile(path, await picture(format));
    await embedOrigin(path, `image/${format}`, {
      ...{ modality: 'image', model: 'sandbox/aurora', prompt: 'A <quiet> "harbour" & boats' },
      ...{ parameters: {}, extra: {}, jobId: 'j', cost: null, createdAt: 1 },
    });
    expect(await textFor(part(dataUrl(await readFile(path))))).toContain(
      '- Description: A <quiet> "harbour" & boats',
    );
  });

  it('describes all images of a message in order, and counts earlier ones', async () => {
    const [one, two] = [await picture('png', { width: 10 }), await picture('png', { width: 20 })];
    const first = { role: 'user', content: [part(dataUrl(two))] };
    const now = { role: 'user', content: [part(dataUrl(one)), part(dataUrl(two), { detail: 'low' })] };
    const messages = [first, { role: 'assistant', content: 'Seen.' }, now];
    const text = (await replyTo({ model: 'sandbox/vision', messages })).choices[0]?.message.content ?? '';
    expect(text).toContain('I see 2 pictures, and 1 from before.');
    expect(text.indexOf('10 × 64')).toBeLessThan(text.indexOf('20 × 64'));
  });

  it('charges 85 tokens for an image, and says so if there is none', async () => {
    const plain = await replyTo(said({ type: 'text', text: 'x' }));
    expect(plain.choices[0]?.message.content).toContain('no picture');
    const shown = await replyTo(said({ type: 'text', text: 'x' }, part(dataUrl(await flag()))));
    expect(shown.usage.prompt_tokens - plain.usage.prompt_tokens).toBe(85);
  });

  it('is reached by the unmodified openai package, whole and streamed', async () => {
    const client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
    const url = dataUrl(await flag());
    const body = {
      model: 'sandbox/vision',
      tokens_per_second: 0,
      messages: [{ role: 'user' as const, content: [{ type: 'image_url' as const, image_url: { url } }] }],
    };
    const whole = await client.chat.completions.create(body);
    let streamed = '';
    for await (const { choices } of await client.chat.completions.create({ ...body, stream: true }))
      streamed += choices[0]?.delta.content ?? '';
    expect(whole.choices[0]?.message.content).toContain('PNG, 90 × 60 pixels');
    expect(streamed).toBe(whole.choices[0]?.message.content);
  });
});

describe('an invalid content part', () => {
  const truncated = async () => (await flag()).slice(0, 40);
  it.each<[string, string, () => Promise<object> | object]>([
    ['messages[0].content[0].image_url', 'without a picture', () => said({ type: 'image_url' })],
    [
      'messages[0].content[0].image_url.url',
      'without an address',
      () => said({ type: 'image_url', image_url: {} }),
    ],
    [
      'messages[0].content[0].image_url.url',
      'of the network',
      () => said(part('https://example.com/cat.png')),
    ],
    ['messages[0].content[0].image_url.url', 'of a file', () => said(part('file:///etc/passwd'))],
    [
      'messages[0].content[1].image_url.url',
      'not base64',
      () => said({ type: 'text', text: '' }, part('data:image/png;base64,@@')),
    ],
    ['messages[0].content[0].image_url.url', 'empty', () => said(part('data:image/png;base64,'))],
    [
      'messages[0].content[0].image_url.url',
      'no picture',
      () => said(part(dataUrl(Buffer.from('<svg/>'), 'image/svg+xml'))),
    ],
    [
      'messages[0].content[0].image_url.detail',
      'of unknown detail',
      () => said(part(dataUrl(gif), { detail: 'all' })),
    ],
    ['messages[0].content', 'cut', async () => said(part(dataUrl(await truncated())))],
    [
      'messages[0].content[0]',
      'not the user’s',
      () => ({ model: 'sandbox/vision', messages: [{ role: 'assistant', content: [part(dataUrl(gif))] }] }),
    ],
    [
      'messages[0].content',
      'for a model without eyes',
      () => ({ ...said(part(dataUrl(gif))), model: 'sandbox/echo' }),
    ],
  ])('is refused, naming it: %s, %s', async (param, _, body) => {
    const before = await sandbox.account();
    const response = await chat(sandbox, await body());
    expect(response.status).toBe(400);
    expect((await readError(response)).error.param).toBe(param);
    expect((await sandbox.account()).balance).toBe(before.balance);
  });

  it('never breaks the gateway, whatever 1,000 of them contain', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(gif.length).map((length) => gif.slice(0, length)),
    );
    const url = fc.oneof(
      bytes.map((made) => dataUrl(made)),
      bytes.map((made) => dataUrl(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), made]))),
      fc.string(),
    );
    const anyPart = fc.oneof(
      url.map((made) => part(made)),
      fc.record({ type: fc.constantFrom('text', 'image_url'), text: fc.string(), image_url: fc.jsonValue() }),
      fc.jsonValue(),
    );
    const bodies = fc.tuple(
      fc.constantFrom('sandbox/vision', 'sandbox/echo'),
      fc.constantFrom('user', 'assistant', 'system'),
      fc.array(anyPart, { maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async ([model, role, content]) => {
        const response = await chat(sandbox, { model, messages: [{ role, content }], max_tokens: 5 });
        expect([200, 400]).toContain(response.status);
        if (response.status === 400) await readError(response);
        else await response.text();
      }),
      { numRuns: 1_000 },
    );
  });
});
