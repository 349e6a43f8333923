/** `POST /images/generations` */
import { z } from 'zod';
import { check } from '../chat/request';
import { invalidRequest } from '../errors';
import { readScene } from '../media/art/scene';
import { makeAll, payFor, randomSeed, seedsFrom } from '../media/costing';
import { type ImageFormat, imageTypes } from '../media/formats';
import {
  DEFAULT_SIZE,
  type ImageModel,
  imageModels,
  MAX_IMAGES,
  MAX_INPUT_CHARACTERS,
  parseSize,
} from '../media/models';
import type { ImageTask } from '../media/tasks';
import { modelNotFound } from '../model-use';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';
import { outputUrl } from './outputs';

const imageBody = z.looseObject({
  model: z.string().min(1).max(300),
  prompt: z.string().max(MAX_INPUT_CHARACTERS).regex(/\S/, 'must not be empty'),
  n: z.int().min(1).max(MAX_IMAGES).nullish(),
  size: z.string().max(50).nullish(),
  negative_prompt: z.string().max(MAX_INPUT_CHARACTERS).nullish(),
  seed: z.int().nullish(),
  output_format: z.enum(['png', 'webp', 'jpeg']).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  stream: z.literal(false, 'pictures are not streamed here').nullish(),
});

type ImageBody = z.infer<typeof imageBody>;

/** What is stored of a finished call: the same reply can be built from it. */
interface KeptImages {
  readonly created: number;
  readonly tasks: readonly ImageTask[];
  /** Of results given by address. */
  readonly tokens: readonly string[] | null;
  readonly micros: number;
}

export async function createImages(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(imageBody, context.get('body'));
  const model = imageModels.find(({ id }) => id === body.model);
  if (model === undefined) throw modelNotFound(body.model);
  const size = chosenSize(model, body);
  const kept = context.get('claim')?.savedResult as KeptImages | undefined;
  if (kept !== undefined) return await replay(context, services, kept);
  const tasks = tasksFor(model, body, size);
  const plan: KeptImages = {
    created: Math.floor(services.now() / 1000),
    tasks,
    tokens: null,
    micros: (model.microsBySize[size] ?? 0) * tasks.length,
  };
  return await make(context, services, plan, body);
}

function chosenSize(model: ImageModel, { size: asked }: ImageBody): string {
  const size = asked === 'auto' || !asked ? DEFAULT_SIZE : asked;
  if (Object.hasOwn(model.microsBySize, size)) return size;
  const sizes = Object.keys(model.microsBySize).join(', ');
  throw invalidRequest(`size: must be "auto" or one of ${sizes}`, 'size');
}

function tasksFor(model: ImageModel, body: ImageBody, size: string): ImageTask[] {
  return seedsFrom(body.seed ?? randomSeed(), body.n ?? 1).map((seed) => ({
    kind: 'image',
    style: model.style,
    prompt: without(body.prompt, body.negative_prompt),
    seed,
    format: body.output_format ?? 'png',
    ...parseSize(size),
  }));
}

/** The prompt without the words that are to be left out: a scene has what its words name. */
function without(prompt: string, negative: string | null | undefined): string {
  const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const left = new Set(wordsOf(negative ?? '').map((word) => word.toLowerCase()));
  if (left.size === 0) return prompt;
  return prompt.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => (left.has(word.toLowerCase()) ? '' : word));
}

async function make(
  context: GatewayContext,
  services: Services,
  plan: KeptImages,
  body: ImageBody,
): Promise<Response> {
  const { media } = services;
  const made = await payFor(context, services, {
    operation: 'images.generations',
    model: body.model,
    micros: plan.micros,
    make: async (signal) => ({ files: await makeAll(services, plan.tasks, signal), plan }),
    keep(result) {
      if (body.response_format === 'url') {
        const type = imageTypes[formatOf(plan)];
        result.plan = {
          ...plan,
          tokens: result.files.map((bytes) => media.outputs.store(bytes, type).token),
        };
      }
      return result.plan;
    },
  });
  return reply(context, services, made.plan, made.files);
}

/** The same images again: the same tasks make the same bytes. */
async function replay(context: GatewayContext, services: Services, kept: KeptImages): Promise<Response> {
  const files = kept.tokens === null ? await makeAll(services, kept.tasks, context.req.raw.signal) : [];
  return reply(context, services, kept, files);
}

const formatOf = ({ tasks }: KeptImages): ImageFormat => tasks[0]?.format ?? 'png';

function reply(
  context: GatewayContext,
  services: Services,
  { created, tasks, tokens, micros }: KeptImages,
  files: readonly Uint8Array[],
): Response {
  const data = tasks.map((task, index) => ({
    ...(tokens === null
      ? { b64_json: Buffer.from(files[index] ?? []).toString('base64') }
      : { url: outputUrl(context, tokens[index] ?? '') }),
    revised_prompt: revisedPrompt(task),
    seed: task.seed,
  }));
  const [{ width, height, format } = { width: 0, height: 0, format: 'png' }] = tasks;
  const body = { created, data, size: `${width}x${height}`, output_format: format };
  return jsonReply(context, services, body, micros);
}

/** Reports what was read from the prompt. */
function revisedPrompt({ prompt, seed }: ImageTask): string {
  const { place, hour, weather, subjects } = readScene(prompt, seed);
  return `${prompt} (${[place, hour, weather, ...subjects].join(', ')})`;
}
