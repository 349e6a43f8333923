/** What the settings of media are called on the wire of each gateway: servers that refuse every other field take them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayId } from '../../../shared/gateways/gateways';
import { connect } from '../../support/gateway-client';
import {
  type HostileServer,
  json,
  type RecordedRequest,
  type Script,
  startHostileServer,
} from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const common = { guidance_scale: 6, seed: 7, negative_prompt: 'fog' };
/** All that a form may send. */
const settings = { images: { ...common, strength: 0.4 }, videos: { ...common, fps: 24 } };

/** All fields that the documentation of a gateway has; inside an object by their path. */
interface Documented {
  readonly id: GatewayId;
  readonly operation: 'images' | 'videos';
  readonly fields: readonly string[];
  /** What of the settings arrives, by its path. */
  readonly taken: Readonly<Record<string, unknown>>;
}

const of = (
  id: GatewayId,
  operation: Documented['operation'],
  fields: string,
  taken: Documented['taken'] = {},
): Documented => ({ id, operation, fields: fields.split(' '), taken });

const documented: readonly Documented[] = [
  of('openai', 'images', 'model prompt n size output_format quality background'),
  of('openai', 'videos', 'model prompt seconds size'),
  of('azure', 'videos', 'model prompt seconds size'),
  of('gemini', 'images', 'model prompt n size response_format output_format'),
  of('vercel', 'images', 'model messages modalities n seed', { seed: 7 }),
  of('helicone', 'images', 'model messages modalities n seed', { seed: 7 }),
  of('openrouter', 'images', 'model prompt n size resolution aspect_ratio output_format seed', { seed: 7 }),
  of('openrouter', 'videos', 'model prompt duration resolution aspect_ratio size seed', { seed: 7 }),
  of('together', 'images', 'model prompt n width height output_format seed guidance_scale negative_prompt', {
    ...{ seed: 7, guidance_scale: 6, negative_prompt: 'fog' },
  }),
  of('together', 'videos', 'model prompt seconds resolution fps seed guidance_scale negative_prompt', {
    ...{ seconds: '4', fps: 24, seed: 7, guidance_scale: 6, negative_prompt: 'fog' },
  }),
  of('xai', 'images', 'model prompt n output_format aspect_ratio resolution response_format', {
    aspect_ratio: '1:1',
  }),
  of('xai', 'videos', 'model prompt duration resolution aspect_ratio'),
  of('minimax', 'images', 'model prompt n aspect_ratio response_format seed', { seed: 7 }),
  of('minimax', 'videos', 'model prompt duration resolution'),
  of(
    'siliconflow',
    'images',
    'model prompt image_size batch_size output_format seed guidance_scale negative_prompt',
    { seed: 7, guidance_scale: 6, negative_prompt: 'fog' },
  ),
  of('siliconflow', 'videos', 'model prompt image_size duration seed negative_prompt', {
    ...{ image_size: '1280x720', seed: 7, negative_prompt: 'fog' },
  }),
  of('fireworks', 'images', 'model prompt aspect_ratio seed guidance_scale', { seed: 7, guidance_scale: 6 }),
  of('ark', 'images', 'model prompt n size output_format seed guidance_scale', {
    seed: 7,
    guidance_scale: 6,
  }),
  of('ark', 'videos', 'model content duration resolution seed', { seed: 7 }),
  of(
    'dashscope',
    'images',
    'model input.prompt input.negative_prompt parameters.size parameters.n parameters.output_format parameters.seed parameters.strength',
    { 'input.negative_prompt': 'fog', 'parameters.seed': 7, 'parameters.strength': 0.4 },
  ),
  of(
    'dashscope',
    'videos',
    'model input.prompt input.negative_prompt parameters.duration parameters.resolution parameters.seed',
    { 'input.negative_prompt': 'fog', 'parameters.seed': 7 },
  ),
  of(
    'replicate',
    'images',
    'model input.prompt input.aspect_ratio input.num_outputs input.output_format input.seed input.prompt_strength input.guidance_scale input.negative_prompt',
    { 'input.prompt_strength': 0.4, 'input.guidance_scale': 6 },
  ),
  of('zhipu', 'images', 'model prompt n size output_format quality'),
  of('zhipu', 'videos', 'model prompt duration size fps', { fps: 24 }),
  of(
    'newapi',
    'videos',
    'model prompt duration size width height metadata.fps metadata.seed metadata.negative_prompt metadata.guidance_scale',
    {
      ...{ size: '1280x720', width: 1280, height: 720, 'metadata.fps': 24, 'metadata.seed': 7 },
      ...{ 'metadata.negative_prompt': 'fog', 'metadata.guidance_scale': 6 },
    },
  ),
  of('localai', 'images', 'model prompt n size output_format seed', { prompt: 'a boat|fog', seed: 7 }),
  of('localai', 'videos', 'model prompt seconds size width height fps seed negative_prompt cfg_scale', {
    ...{ seconds: '4', size: '1280x720', fps: 24, cfg_scale: 6, negative_prompt: 'fog' },
  }),
  of(
    'plain',
    'images',
    `model prompt n size output_format ${Object.keys(settings.images).join(' ')}`,
    settings.images,
  ),
];

const objects: readonly string[] = ['input', 'parameters', 'metadata'];

const pathsIn = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      objects.includes(name) && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, value]],
    ),
  );

/** As strict servers do: 400 for the first field that they don’t know. */
const strict =
  (fields: readonly string[]) =>
  ({ body }: RecordedRequest): Script => {
    const [unknown] = Object.keys(pathsIn(JSON.parse(body))).filter((name) => !fields.includes(name));
    const message = `Unknown parameter: ${unknown}.`;
    if (unknown !== undefined) return json({ error: { message, param: unknown } }, 400);
    return json({ id: 'job-1', status: 'queued' });
  };

describe('a gateway that refuses fields it does not document', () => {
  test.each(documented)('takes the settings of $operation: $id', async ({ id, operation, fields, taken }) => {
    server.script(...Array.from({ length: 5 }, () => strict(fields)));
    const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: id });
    const body = { model: 'm', prompt: 'a boat', ...settings[operation] };
    if (operation === 'images')
      await client.images.generations.create({ ...body, n: 1, size: '1024x1024', output_format: 'png' });
    else await client.videos.generations.create({ ...body, duration: 4, resolution: '720p' });
    const [request, ...again] = server.requests;
    expect(again).toEqual([]);
    expect(pathsIn(JSON.parse(request?.body ?? ''))).toMatchObject(taken);
  });
});

const wide = { resolution: '720p', aspect_ratio: '9:16' };

test.each<[GatewayId, Readonly<Record<string, unknown>>]>([
  ['plain', wide],
  ['openai', { size: '720x1280' }],
  ['azure', { size: '720x1280' }],
  ['litellm', { size: '720x1280' }],
  ['gemini', wide],
  ['openrouter', wide],
  ['together', { resolution: '720p', ratio: '9:16' }],
  ['xai', wide],
  ['aimlapi', wide],
  ['ark', { resolution: '720p', ratio: '9:16' }],
  ['siliconflow', { image_size: '720x1280' }],
  ['zhipu', { size: '720x1280' }],
  ['newapi', { size: '720x1280', width: 720, height: 1280 }],
  ['localai', { size: '720x1280', width: 720, height: 1280 }],
  ['fal', wide],
  ['minimax', { resolution: '720P' }],
  ['dashscope', { parameters: { resolution: '720P' } }],
  ['replicate', { input: { prompt: 'a boat', ...wide } }],
])('a tall video is asked for in the words of %s', async (gateway, shape) => {
  server.script(json({ id: 'job-1', status: 'queued' }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway });
  await client.videos.generations.create({ model: 'm', prompt: 'a boat', ...wide });
  const body = JSON.parse(server.requests[0]?.body ?? '');
  expect(body).toMatchObject(shape);
  const names = ['resolution', 'aspect_ratio', 'ratio', 'size', 'image_size', 'width', 'height'];
  expect(names.filter((name) => name in body)).toEqual(names.filter((name) => name in shape));
});

test.each([
  [{ aspect_ratio: '1:1' }, '720x720'],
  [{ resolution: '1080p', aspect_ratio: '4:3' }, '1440x1080'],
  [{ resolution: '480p' }, '854x480'],
])('lines and a ratio of %j are one size', async (shape, size) => {
  server.script(json({ id: 'job-1', status: 'queued' }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: 'openai' });
  await client.videos.generations.create({ model: 'm', prompt: 'a boat', ...shape });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'm', prompt: 'a boat', size });
});

test('a word in place of a ratio stays a field', async () => {
  server.script(json({ id: 'job-1', status: 'queued' }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: 'ark' });
  await client.videos.generations.create({ model: 'm', prompt: 'a boat', aspect_ratio: 'adaptive' });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ ratio: 'adaptive' });
});

test.each([
  ['wan2.5-t2v-preview', '480p', undefined, { size: '832*480' }],
  ['wan2.5-t2v-preview', '720p', '1:1', { size: '960*960' }],
  ['wan2.6-r2v', '1080p', '3:4', { size: '1248*1632' }],
  ['wan2.7-t2v', '720p', '9:16', { resolution: '720P', ratio: '9:16' }],
  ['wan2.6-i2v', '720p', '9:16', { resolution: '720P' }],
])('%s of DashScope at %s and %s takes a size of its list', async (model, resolution, ratio, parameters) => {
  server.script(json({ output: { task_id: 'job-1', task_status: 'PENDING' } }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: 'dashscope' });
  const shape = { resolution, ...(ratio !== undefined && { aspect_ratio: ratio }) };
  await client.videos.generations.create({ model, prompt: 'a boat', ...shape });
  expect(JSON.parse(server.requests[0]?.body ?? '').parameters).toEqual(parameters);
});

test.each([
  ['wan2.5-t2v-preview', { size: '1280*720' }],
  ['wan2.5-i2v-preview', { resolution: '720P' }],
])('a video of DashScope’s %s has the shape where its models read it', async (model, parameters) => {
  server.script(json({ output: { task_id: 'job-1', task_status: 'PENDING' } }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: 'dashscope' });
  await client.videos.generations.create({ model, prompt: 'a boat', resolution: '720p' });
  expect(JSON.parse(server.requests[0]?.body ?? '').parameters).toEqual(parameters);
});

test.each([
  ['1792x1024', '16:9'],
  ['1024x1536', '2:3'],
  ['1024x1024', '1:1'],
])('a size of %s is the nearest ratio that services take, %s', async (size, ratio) => {
  server.script(json({ data: [{ url: `${server.origin}/files/one.png` }] }));
  const { client } = connect({ baseUrl: `${server.origin}/v1` }, { gateway: 'xai' });
  await client.images.generations.create({ model: 'm', prompt: 'a boat', size });
  expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ aspect_ratio: ratio });
});
