/** Requests for media whose address or form depends on the model, as they arrive at the gateway. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayId } from '../../../shared/gateways/gateways';
import { connect } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const to = (gateway: GatewayId) => connect({ baseUrl: `${server.origin}/v1` }, { gateway }).client;
const bodyOf = (index: number) => JSON.parse(server.requests[index]?.body ?? '');
const picture = {
  role: 'firstFrame',
  marker: '\u0000input:0',
  fileName: 'image.png',
  contentType: 'image/png',
  bytes: 3,
  open: async () => new Blob(['abc']),
} as const;

describe('the seconds of a video of fal', () => {
  test.each([
    ['fal-ai/kling-video/v2.1/pro/image-to-video', '5'],
    ['bytedance/seedance-2.0/image-to-video', '5'],
    ['fal-ai/veo3.1/fast', '5s'],
    ['fal-ai/luma-dream-machine/ray-2', '5s'],
    ['fal-ai/sora-2/text-to-video', 5],
    ['fal-ai/ltx-2.3/image-to-video', 5],
    ['xai/grok-imagine-video/text-to-video', 5],
    ['fal-ai/vidu/q2/text-to-video', 5],
  ])('%s: %j', async (model, duration) => {
    server.script(json({ request_id: 'job-1' }));
    await to('fal').videos.generations.create({ model, prompt: 'a boat', duration: 5 });
    expect(bodyOf(0)).toEqual({ prompt: 'a boat', duration });
  });

  test('stay as they are written in extra parameters', async () => {
    server.script(json({ request_id: 'job-1' }));
    const duration = 'auto' as unknown as number;
    await to('fal').videos.generations.create({
      model: 'bytedance/seedance-2.0',
      prompt: 'a boat',
      duration,
    });
    expect(bodyOf(0)).toEqual({ prompt: 'a boat', duration: 'auto' });
  });
});

test('guidance of Kling on fal is its cfg_scale', async () => {
  server.script(json({ request_id: 'job-1' }));
  const model = 'fal-ai/kling-video/v1/standard/image-to-video';
  await to('fal').videos.generations.create({ model, prompt: 'a boat', guidance_scale: 0.4 });
  expect(bodyOf(0)).toEqual({ prompt: 'a boat', cfg_scale: 0.4 });
});

describe('the shape of an image', () => {
  test.each<[GatewayId, string, object]>([
    ['fal', 'fal-ai/flux/dev', { image_size: { width: 1536, height: 1024 } }],
    ['fal', 'fal-ai/nano-banana', { aspect_ratio: '3:2' }],
    ['fal', 'fal-ai/flux-pro/v1.1-ultra', { aspect_ratio: '3:2' }],
    ['fal', 'xai/grok-imagine-image', { aspect_ratio: '3:2' }],
    ['fal', 'fal-ai/imagen4/preview', { aspect_ratio: '4:3' }],
    ['fireworks', 'accounts/fireworks/models/flux-1-dev-fp8', { aspect_ratio: '3:2' }],
    ['fireworks', 'accounts/fireworks/models/stable-diffusion-xl-1024-v1-0', { width: 1536, height: 1024 }],
  ])('of %s is what %s reads', async (gateway, model, shape) => {
    server.script(json({ data: [{ url: `${server.origin}/files/one.png` }] }));
    await to(gateway).images.generations.create({ model, prompt: 'a boat', size: '1536x1024' });
    expect(bodyOf(0)).toEqual({ prompt: 'a boat', ...shape });
  });

  test('and the count of GPT Image on Replicate have their names there', async () => {
    server.script(json({ id: 'job-1', status: 'starting' }));
    const model = 'openai/gpt-image-1-mini';
    await to('replicate').images.generations.create({ model, prompt: 'a boat', size: '1792x1024', n: 2 });
    expect(bodyOf(0).input).toEqual({ prompt: 'a boat', aspect_ratio: '3:2', number_of_images: 2 });
  });

  test('of LocalAI’s videos is in numbers too, and its images have no head', async () => {
    server.script(json({ data: [{ url: `${server.origin}/files/one.mp4` }] }));
    const body = { model: 'm', prompt: 'a boat', resolution: '720p' };
    await to('localai').videos.generations.create(body, { inputs: [picture] });
    expect(bodyOf(0)).toMatchObject({ width: 1280, height: 720, start_image: 'YWJj' });
  });
});

describe('a request without inputs goes where its model is', () => {
  const root = '/api/v1/services/aigc';
  test.each([
    ['wan2.2-t2i-plus', `${root}/text2image/image-synthesis`],
    ['qwen-image-plus', `${root}/text2image/image-synthesis`],
    ['qwen-image-max', `${root}/multimodal-generation/generation`],
    ['z-image-turbo', `${root}/multimodal-generation/generation`],
    ['wan2.6-t2i', `${root}/multimodal-generation/generation`],
  ])('of DashScope: %s', async (model, path) => {
    const content = [{ image: `${server.origin}/files/one.png` }];
    server.script(json({ output: { choices: [{ message: { content } }] } }));
    await to('dashscope').images.generations.create({ model, prompt: 'a boat', negative_prompt: 'fog' });
    const [request] = server.requests;
    const isTask = path.endsWith('image-synthesis');
    expect(request?.url).toBe(path);
    expect(request?.headers['x-dashscope-async']).toBe(isTask ? 'enable' : undefined);
    const messages = [{ role: 'user', content: [{ text: 'a boat' }] }];
    expect(bodyOf(0)).toMatchObject(
      isTask
        ? { input: { prompt: 'a boat', negative_prompt: 'fog' } }
        : { input: { messages }, parameters: { negative_prompt: 'fog' } },
    );
  });

  test('unless a person set the path', async () => {
    server.script(json({ data: [{ url: `${server.origin}/files/one.png` }] }));
    const own = { gateway: 'dashscope', paths: { images: '/own' } } as const;
    const { client } = connect({ baseUrl: `${server.origin}/v1` }, own);
    await client.images.generations.create({ model: 'qwen-image-max', prompt: 'a boat' });
    expect(server.requests[0]?.url).toBe('/v1/own');
    expect(bodyOf(0)).toMatchObject({ input: { prompt: 'a boat' } });
  });

  test('of Replicate: a version of a model', async () => {
    server.script(json({ id: 'job-1', status: 'starting' }));
    const model = 'owner/name:0123abcd';
    await to('replicate').images.generations.create({ model, prompt: 'a boat' });
    expect(server.requests[0]?.url).toBe('/v1/predictions');
    expect(bodyOf(0)).toEqual({ version: '0123abcd', input: { prompt: 'a boat' } });
  });
});

test('an image of FLUX.1 Kontext on Fireworks is asked for at the path of its model', async () => {
  const model = 'accounts/fireworks/models/flux-kontext-pro';
  server.script(
    json({ request_id: 'request/1' }),
    json({ id: 'request/1', status: 'Pending', result: null }),
    json({ id: 'request/1', status: 'Ready', result: { sample: `${server.origin}/files/one.png` } }),
  );
  const client = to('fireworks');
  const inputs = [{ ...picture, role: 'image' }] as const;
  const { job } = await client.images.generations.create({ model, prompt: 'a boat' }, { inputs });
  const pending = await client.jobs.retrieve(job?.handle ?? '');
  const ready = await client.jobs.retrieve(pending.handle);
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST /v1/workflows/${model}`,
    `POST /v1/workflows/${model}/get_result`,
    `POST /v1/workflows/${model}/get_result`,
  ]);
  expect(bodyOf(0)).toEqual({ prompt: 'a boat', input_image: 'data:image/png;base64,YWJj' });
  expect(bodyOf(1)).toEqual({ id: 'request/1' });
  expect([pending.status, ready.status]).toEqual(['queued', 'completed']);
  expect(ready.outputs).toMatchObject([{ url: `${server.origin}/files/one.png` }]);
});

test('no address that an answer names begins a request by POST', async () => {
  const named = `${server.origin}/v1/videos#post=1`;
  server.script(
    json({ id: 'job-1', status: 'queued', status_url: named }),
    json({ id: 'job-1', status: 'queued' }),
  );
  const client = to('fireworks');
  const job = await client.videos.generations.create({ model: 'm', prompt: 'a boat' });
  await client.jobs.retrieve(job.handle);
  expect(server.requests[1]?.method).toBe('GET');
});
