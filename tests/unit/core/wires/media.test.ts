/**
 * Images, speech and videos in the forms of other gateways, through the whole core: the file in the library, its kind,
 * type and bytes, how the job ended and its row. Each was asked for once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaModality } from '../../../../shared/modalities/modalities';
import { event } from '../../../support/gateway-client';
import { cut, events, json, type Script } from '../../../support/hostile-server';
import { mp3, picture, tone, video } from '../../../support/media-files';
import { type OtherWires, openOtherWires } from '../../../support/other-wires';

let wires: OtherWires;
beforeAll(async () => {
  wires = await openOtherWires(400);
  wires.on('/out/a.png', file(png, 'image/png'));
  wires.on('/out/v.mp4', file(film, 'video/mp4'));
  wires.on('/out/b.mp3', file(spoken, 'audio/mpeg'));
});
afterAll(() => wires.close());

const png = Buffer.from(await picture('png'));
const film = Buffer.from(await video('mp4'));
const spoken = Buffer.from(await mp3(1));
const samples = Buffer.from(Int16Array.from(tone(1, { sampleRate: 24_000 }), (at) => at * 32_767).buffer);
const at = (name: string) => `${wires.origin}/out/${name}`;
const base64 = (bytes: Buffer) => bytes.toString('base64');

function file(bytes: Buffer, contentType: string): Script {
  return { headers: { 'content-type': contentType, 'content-length': String(bytes.length) }, body: [bytes] };
}

/** One file, as it was sent. */
async function expectFile(
  modality: MediaModality,
  script: Script | (() => Script),
  expected: object,
  bytes: Buffer,
) {
  const { job, sent, rows } = await wires.make(modality, script);
  expect(job).toMatchObject({ status: 'completed', error: null, media: [expected] });
  const [{ id = '' } = {}] = job.media;
  const saved = wires.bytesOf(id);
  // Facts of the request are embedded in the file, so its bytes are those that came and some more.
  expect(saved.length).toBeGreaterThanOrEqual(bytes.length);
  const { items } = await wires.app.tell('library.page', { filter: {}, cursor: null, limit: 200 });
  expect(items.find((item) => item.id === id)).toMatchObject({ ...expected, isMissing: false });
  expect(sent).toHaveLength(1);
  // This gateway states no costs, so they are unknown and never zero.
  expect(rows.every(({ amount }) => amount === null)).toBe(true);
}

describe('an image', () => {
  const expected = { kind: 'image', contentType: 'image/png', width: 96, height: 64 };
  it.each<[string, () => Script]>([
    ['as an address', () => json({ created: 1, data: [{ url: at('a.png') }] })],
    [
      'in base64 of Stability',
      () => json({ artifacts: [{ base64: base64(png), finishReason: 'SUCCESS', seed: 7 }] }),
    ],
    ['as its own bytes, of Workers AI', () => file(png, 'image/png')],
    ['as its own bytes of an unknown type', () => file(png, 'application/octet-stream')],
    [
      'in the result of Workers AI',
      () => json({ result: { image: base64(png) }, success: true, errors: [] }),
    ],
    [
      'in a part of Gemini',
      () =>
        json({
          candidates: [
            {
              content: {
                parts: [{ text: 'Here' }, { inlineData: { mimeType: 'image/png', data: base64(png) } }],
              },
            },
          ],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290, totalTokenCount: 1295 },
        }),
    ],
    ['of Bedrock', () => json({ images: [base64(png)], seeds: [7], finish_reasons: [null], error: null })],
    [
      'in a message of DashScope',
      () =>
        json({
          output: { choices: [{ message: { role: 'assistant', content: [{ image: at('a.png') }] } }] },
          request_id: 'r',
        }),
    ],
    [
      'in the last event of a stream',
      () =>
        events(
          event({ type: 'image_generation.partial_image', b64_json: base64(png), partial_image_index: 0 }),
          event({ type: 'image_generation.completed', b64_json: base64(png), usage: { total_tokens: 9 } }),
        ),
    ],
    [
      'of Responses',
      () =>
        json({
          object: 'response',
          status: 'completed',
          output: [{ type: 'image_generation_call', status: 'completed', result: base64(png) }],
        }),
    ],
  ])('%s is a file of the library', async (_name, script) => {
    await expectFile('image', script, expected, png);
  });
});

describe('speech', () => {
  const sound = { kind: 'audio', contentType: 'audio/mpeg' };
  const wave = { kind: 'audio', contentType: 'audio/wav', durationMs: 1_000 };
  it.each<[string, () => Script, object, Buffer]>([
    [
      'in hexadecimal of MiniMax',
      () =>
        json({
          data: { audio: spoken.toString('hex'), status: 2 },
          extra_info: { audio_length: 1000, audio_format: 'mp3' },
          base_resp: { status_code: 0, status_msg: 'success' },
        }),
      sound,
      spoken,
    ],
    [
      'in events of OpenAI',
      () =>
        events(
          event({ type: 'speech.audio.delta', audio: base64(spoken.subarray(0, 3_000)) }),
          event({ type: 'speech.audio.delta', audio: base64(spoken.subarray(3_000)) }),
          event({ type: 'speech.audio.done', usage: { input_tokens: 5, output_tokens: 9 } }),
        ),
      sound,
      spoken,
    ],
    [
      'as an address of DashScope',
      () =>
        json({
          output: { audio: { url: at('b.mp3'), data: '', id: 'a' }, finish_reason: 'stop' },
          request_id: 'r',
        }),
      sound,
      spoken,
    ],
    ['as raw samples', () => file(samples, 'audio/pcm'), wave, samples],
    [
      'as raw samples of Gemini',
      () =>
        json({
          candidates: [
            {
              content: {
                parts: [
                  { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: base64(samples) } },
                ],
              },
              finishReason: 'STOP',
            },
          ],
        }),
      wave,
      samples,
    ],
    [
      'of Workers AI',
      () => json({ result: { audio: base64(spoken) }, success: true, errors: [] }),
      sound,
      spoken,
    ],
  ])('%s is a file of the library', async (_name, script, expected, bytes) => {
    await expectFile('speech', script, expected, bytes);
  });
});

describe('a video', () => {
  const expected = { kind: 'video', contentType: 'video/mp4', width: 96, height: 64 };
  it.each<
    [
      string,
      (id: string) => { readonly first: object; readonly path: string; readonly later: readonly object[] },
    ]
  >([
    [
      'of fal',
      (id) => ({
        first: { request_id: id, status: 'IN_QUEUE', status_url: `${wires.origin}/q/${id}` },
        path: `/q/${id}`,
        later: [
          { request_id: id, status: 'IN_PROGRESS', logs: [] },
          { request_id: id, status: 'COMPLETED', video: { url: at('v.mp4'), content_type: 'video/mp4' } },
        ],
      }),
    ],
    [
      'of DashScope',
      (id) => ({
        first: { request_id: 'r', output: { task_id: id, task_status: 'PENDING' } },
        path: `/api/v1/jobs/${id}`,
        later: [
          { request_id: 'r', output: { task_id: id, task_status: 'RUNNING' } },
          {
            request_id: 'r',
            output: { task_id: id, task_status: 'SUCCEEDED', video_url: at('v.mp4') },
            usage: { duration: 5 },
          },
        ],
      }),
    ],
    [
      'of Kling',
      (id) => ({
        first: {
          code: 0,
          message: 'SUCCEED',
          request_id: 'r',
          data: { task_id: id, task_status: 'submitted' },
        },
        path: `/api/v1/jobs/${id}`,
        later: [
          { code: 0, data: { task_id: id, task_status: 'processing' } },
          {
            code: 0,
            data: {
              task_id: id,
              task_status: 'succeed',
              task_result: { videos: [{ id: 'v', url: at('v.mp4'), duration: '5' }] },
            },
          },
        ],
      }),
    ],
    [
      'of Gemini',
      (id) => ({
        first: { name: `operations/${id}` },
        path: `/api/v1/jobs/operations/${id}`,
        later: [
          { name: `operations/${id}` },
          {
            name: `operations/${id}`,
            done: true,
            response: { generateVideoResponse: { generatedSamples: [{ video: { uri: at('v.mp4') } }] } },
          },
        ],
      }),
    ],
    [
      'of Replicate',
      (id) => ({
        first: {
          id,
          status: 'starting',
          urls: { get: `${wires.origin}/p/${id}`, cancel: `${wires.origin}/p/${id}/cancel` },
        },
        path: `/p/${id}`,
        later: [
          { id, status: 'processing', logs: '40%' },
          { id, status: 'succeeded', output: at('v.mp4'), metrics: { predict_time: 9 } },
        ],
      }),
    ],
    [
      'of Zhipu',
      (id) => ({
        first: { id, request_id: 'r', model: 'm', task_status: 'PROCESSING' },
        path: `/api/v1/jobs/${id}`,
        later: [
          { request_id: 'r', task_status: 'PROCESSING' },
          {
            request_id: 'r',
            task_status: 'SUCCESS',
            video_result: [{ url: at('v.mp4'), cover_image_url: at('a.png') }],
          },
        ],
      }),
    ],
    [
      'that comes at once',
      (id) => ({
        first: { id, status: 'succeeded', output: [at('v.mp4')] },
        path: '',
        later: [],
      }),
    ],
  ])('%s is a file of the library', async (name, states) => {
    const { first, path, later } = states(`t-${name.replaceAll(' ', '-')}`);
    if (path !== '') wires.on(path, ...later.map((body) => json(body)));
    await expectFile('video', json(first), expected, film);
  });
});

describe('a failure', () => {
  it.each<[string, MediaModality, () => Script, RegExp]>([
    [
      'of a filter of Gemini',
      'image',
      () => json({ promptFeedback: { blockReason: 'SAFETY' } }),
      /filter blocked the prompt: SAFETY/,
    ],
    [
      'in base_resp of MiniMax',
      'image',
      () => json({ base_resp: { status_code: 1026, status_msg: 'Too violent.' } }),
      /Too violent/,
    ],
    [
      'in a list of Gemini',
      'image',
      () => json([{ error: { code: 400, message: 'Too violent.', status: 'INVALID_ARGUMENT' } }], 400),
      /Too violent/,
    ],
    [
      'in detail',
      'video',
      () => json({ detail: [{ loc: ['body', 'prompt'], msg: 'Too violent.' }] }, 422),
      /Too violent/,
    ],
    [
      'of Cloudflare',
      'image',
      () =>
        json(
          { success: false, errors: [{ code: 3003, message: 'Too violent.' }], messages: [], result: {} },
          400,
        ),
      /Too violent/,
    ],
    [
      'of a job that ends at once',
      'video',
      () => json({ id: 'j', status: 'failed', error: { code: 'nsfw', message: 'Too violent.' } }),
      /Too violent/,
    ],
    [
      'as a page',
      'image',
      () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: ['<html>Bad gateway</html>'] }),
      /502/,
    ],
    ['without a file', 'image', () => json({ created: 1, data: [] }), /./],
  ])('%s ends the job with a sentence, and is sent once', async (_name, modality, script, words) => {
    const { job, sent, rows } = await wires.make(modality, script);
    expect(job).toMatchObject({ status: job.error?.outcomeUnknown ? 'interrupted' : 'failed', media: [] });
    expect(job.error?.message).toMatch(words);
    expect(job.error?.message).toMatch(/^[A-Z].*\.$/);
    expect(sent).toHaveLength(1);
    expect(rows.filter(({ amount }) => amount !== null && amount !== 0)).toEqual([]);
  });

  it.each<[string, () => Script]>([
    [
      'an image in base64',
      () => ({
        headers: { 'content-type': 'application/json' },
        body: [JSON.stringify({ data: [{ b64_json: base64(png) }] }).slice(0, 200), cut],
      }),
    ],
    [
      'an image of raw bytes',
      () => ({
        headers: { 'content-type': 'image/png', 'content-length': String(png.length) },
        body: [png.subarray(0, 60), cut],
      }),
    ],
  ])('%s that is cut may have been charged, and is not sent again', async (_name, script) => {
    const { job, sent, rows } = await wires.make('image', script);
    expect(job.status).not.toBe('completed');
    expect(job.error).toMatchObject({ outcomeUnknown: true });
    expect(sent).toHaveLength(1);
    expect(rows).toMatchObject([{ outcome: 'unknown', amount: null }]);
  });
});
