/** Servers of images and speech that people run themselves, as their sources write to the wire. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../support/gateway-client';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const client = () => connect(server, { maxAttempts: 1 }).client;
const url = 'https://cdn.example/a.png';
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const wav = Buffer.from('RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0'.padEnd(52, '\0'), 'latin1').toString('base64');
const found = (sources: readonly { kind: string; url?: string; contentType?: string | null }[]) =>
  sources.map((source) => (source.kind === 'url' ? source.url : source.contentType));

describe('images', () => {
  it.each<[string, Script, readonly string[]]>([
    [
      'stable-diffusion.cpp',
      json({ created: '2026-11-29T20:00:00Z', output_format: 'png', data: [{ b64_json: picture }] }),
      ['image/png'],
    ],
    ['Fooocus', json([{ base64: picture, url: '', seed: '7', finish_reason: 'SUCCESS' }]), ['image/png']],
    ['Fooocus by address', json([{ base64: null, url, seed: '7', finish_reason: 'SUCCESS' }]), [url]],
    ['SD.Next', json({ images: [picture], parameters: {}, info: '{"seed":7}' }), ['image/png']],
    [
      'SGLang',
      json({
        id: 'i',
        created: 1,
        data: [{ b64_json: null, url, revised_prompt: 'p', file_path: '/tmp/a.png' }],
      }),
      [url],
    ],
    ['Xinference', json({ created: 1, data: [{ url: null, b64_json: picture }] }), ['image/png']],
    [
      'AUTOMATIC1111 with a grid',
      json({ images: [picture, picture], info: '{}' }),
      ['image/png', 'image/png'],
    ],
    [
      'BentoML, raw',
      { headers: { 'content-type': 'image/png' }, body: [Buffer.from(picture, 'base64')] },
      ['image/png'],
    ],
    ['Ray Serve', json({ image: picture }), ['image/png']],
    [
      'Replicate’s cog',
      json({ status: 'succeeded', output: [`data:image/png;base64,${picture}`] }),
      ['image/png'],
    ],
    [
      'Triton',
      json({ outputs: [{ name: 'IMAGE', datatype: 'BYTES', shape: [1], data: [picture] }] }),
      ['image/png'],
    ],
  ])('of %s', async (_name, script, expected) => {
    server.script(script);
    const { images } = await client().images.generations.create({ model: 'm', prompt: 'p' });
    expect(found(images.map(({ source }) => source))).toEqual(expected);
  });
});

describe('speech', () => {
  it.each<[string, Script]>([
    [
      'Kokoro with its times',
      json({ audio: wav, audio_format: 'audio/wav', timestamps: [{ word: 'Hi', start_time: 0 }] }),
    ],
    [
      'ChatTTS',
      json({ code: 0, msg: 'ok', audio_files: [{ filename: '/srv/a.wav', url: '/static/a.wav' }] }),
    ],
    [
      'AllTalk',
      json({ status: 'generate-success', output_file_path: '/srv/a.wav', output_file_url: '/audio/a.wav' }),
    ],
    ['Speaches, raw', { headers: { 'content-type': 'audio/wav' }, body: [Buffer.from(wav, 'base64')] }],
    [
      'Speaches in events',
      events(
        `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: wav })}\n\n`,
        `data: ${JSON.stringify({ type: 'speech.audio.done', usage: {} })}\n\n`,
      ),
    ],
  ])('of %s is found', async (_name, script) => {
    server.script(script);
    const { source } = await client().audio.speech.create({ model: 'm', input: 'i' });
    if (source !== undefined && 'url' in source)
      expect(source.url).toMatch(new RegExp(`^${server.origin}/(static|audio)/a.wav$`));
    else expect(source).toMatchObject({ kind: 'bytes', contentType: 'audio/wav' });
  });
});

describe('jobs of', () => {
  const fooocus = (more: object) => ({
    job_id: 't1',
    job_type: 'Text to Image',
    job_step_preview: null,
    ...more,
  });
  it.each<[string, object, object]>([
    [
      'Fooocus that wait',
      fooocus({ job_stage: 'WAITING', job_progress: 0, job_status: null, job_result: null }),
      { status: 'queued' },
    ],
    [
      'Fooocus at work',
      fooocus({ job_stage: 'RUNNING', job_progress: 40, job_status: 'Sampling', job_result: null }),
      { status: 'running' },
    ],
    [
      'Fooocus that are done',
      fooocus({
        job_stage: 'SUCCESS',
        job_progress: 100,
        job_status: 'Finished',
        job_result: [{ base64: null, url, seed: 7, finish_reason: 'SUCCESS' }],
      }),
      { status: 'completed', outputs: [expect.objectContaining({ url })] },
    ],
    [
      'Fooocus that failed',
      fooocus({ job_stage: 'ERROR', job_progress: 20, job_status: 'Failed', job_result: null }),
      { status: 'failed' },
    ],
    [
      'ComfyUI that are done',
      {
        t1: {
          outputs: { 9: { images: [{ filename: 'a.png', subfolder: '', type: 'output' }] } },
          status: { status_str: 'success', completed: true },
        },
      },
      { status: 'completed' },
    ],
    [
      'InvokeAI that failed',
      {
        item_id: 't1',
        status: 'failed',
        batch_id: 'b',
        error_type: 'OutOfMemoryError',
        error_message: 'It broke.',
      },
      { status: 'failed', error: expect.objectContaining({ message: 'It broke.' }) },
    ],
    ['Baseten', { request_id: 't1', status: 'IN_PROGRESS', model_id: 'm' }, { status: 'running' }],
    [
      'SGLang',
      { id: 't1', object: 'video', status: 'queued', progress: 0, size: '720x1280', seconds: '4' },
      { status: 'queued' },
    ],
  ])('%s', async (_name, body, expected) => {
    server.script(json(body));
    expect(await client().jobs.retrieve('t1')).toMatchObject(expected);
  });
});

describe('lists of models of', () => {
  it.each<[string, unknown]>([
    [
      'TabbyAPI',
      { object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'tabbyAPI', parameters: null }] },
    ],
    [
      'Xinference',
      { object: 'list', data: [{ id: 'm', model_type: 'LLM', model_ability: ['chat'], context_length: 9 }] },
    ],
    ['GPUStack', { object: 'list', data: [{ id: 'm', object: 'model', meta: { n_ctx: 9 } }] }],
    ['SD.Next', [{ title: 'm [1a]', model_name: 'm', filename: '/srv/m.safetensors', type: 'safetensors' }]],
    [
      'Open WebUI',
      { data: [{ id: 'm', name: 'M', object: 'model', owned_by: 'ollama', actions: [], tags: [] }] },
    ],
    [
      'llama-swap',
      { object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'llama-swap', name: 'M' }] },
    ],
    [
      'Speaches',
      {
        object: 'list',
        data: [{ id: 'm', created: 1, object: 'model', owned_by: 'x', task: 'text-to-speech' }],
      },
    ],
    ['BentoML', { models: [{ name: 'm', tag: 'm:latest' }] }],
    [
      'Infinity',
      {
        object: 'list',
        data: [{ id: 'm', stats: { queue_fraction: 0 }, backend: 'torch', capabilities: ['embed'] }],
      },
    ],
  ])('%s', async (_name, body) => {
    server.script(json(body));
    const { models } = await client().models.list();
    expect(models.map(({ id }) => id)).toEqual(['m']);
  });
});
