/** `POST /images/edits`: as a multipart form or as JSON, with the pictures under the names that OpenAI's interface has. */
import { z } from 'zod';
import { check } from '../chat/request';
import { invalidRequest } from '../errors';
import { filesIn, type InputFile, lookAtInput, oneFile } from '../inputs';
import { makeAll, payFor, randomSeed, seedsFrom } from '../media/costing';
import { imageTypes } from '../media/formats';
import {
  DEFAULT_SIZE,
  type EditModel,
  editModels,
  imageModels,
  MAX_IMAGES,
  MAX_INPUT_CHARACTERS,
  parseSize,
  STRENGTH,
} from '../media/models';
import { keepBounds } from '../media/picture-bounds';
import type { EditTask } from '../media/tasks';
import { modelNotFound } from '../model-use';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';
import { outputUrl } from './outputs';

const editBody = z.looseObject({
  model: z.string().min(1).max(300),
  prompt: z.string().max(MAX_INPUT_CHARACTERS).nullish(),
  n: z.int().min(1).max(MAX_IMAGES).nullish(),
  size: z.enum(['auto', '512x512', '1024x1024', '1024x1536', '1536x1024']).nullish(),
  seed: z.int().nullish(),
  strength: z.number().min(STRENGTH.min).max(STRENGTH.max).nullish(),
  output_format: z.enum(['png', 'webp', 'jpeg']).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  stream: z.union([z.literal(false), z.literal('false')], 'pictures are not streamed here').nullish(),
});

type EditBody = z.infer<typeof editBody>;

const MOST_REFERENCES = 8;

/** What is stored of a finished call; the pictures come again with the same request. */
interface KeptEdit {
  readonly created: number;
  readonly seed: number;
  readonly micros: number;
  /** Of results given by address. */
  readonly tokens?: readonly string[];
}

export async function createEdits(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(editBody, context.get('body'));
  const model = findModel(body.model);
  const given = givenTo(model, body);
  const signal = context.req.raw.signal;
  const kept = context.get('claim')?.savedResult as KeptEdit | undefined;
  if (kept === undefined) await lookAtAll(services, { ...given, model }, signal);
  const edit = kept ?? planOf(services, model, body, given);
  const tasks = seedsFrom(edit.seed, body.n ?? 1).map((seed) => taskFor(model, body, { ...given, seed }));
  const make = (stop: AbortSignal) => makeAll(services, tasks, stop);
  const made = kept === undefined ? await pay(context, services, { body, edit, make }) : { edit, files: [] };
  const files = kept !== undefined && kept.tokens === undefined ? await make(signal) : made.files;
  const data = tasks.map(({ seed }, index) => ({ ...resultAt(context, made.edit, files, index), seed }));
  const reply = { created: edit.created, data, output_format: body.output_format ?? 'png' };
  return jsonReply(context, services, reply, edit.micros);
}

interface Paying {
  readonly body: EditBody;
  readonly edit: KeptEdit;
  readonly make: (signal: AbortSignal) => Promise<readonly Uint8Array<ArrayBuffer>[]>;
}

function pay(context: GatewayContext, services: Services, { body, edit, make }: Paying) {
  const type = imageTypes[body.output_format ?? 'png'];
  const store = (bytes: Uint8Array<ArrayBuffer>) => services.media.outputs.store(bytes, type).token;
  return payFor(context, services, {
    operation: 'images.edits',
    model: body.model,
    micros: edit.micros,
    make: async (signal) => ({ edit, files: await make(signal) }),
    keep(result) {
      if (body.response_format === 'url') result.edit = { ...edit, tokens: result.files.map(store) };
      return result.edit;
    },
  });
}

const resultAt = (
  context: GatewayContext,
  { tokens }: KeptEdit,
  files: readonly Uint8Array[],
  index: number,
): { readonly url: string } | { readonly b64_json: string } =>
  tokens === undefined
    ? { b64_json: Buffer.from(files[index] ?? []).toString('base64') }
    : { url: outputUrl(context, tokens[index] ?? '') };

function planOf(services: Services, model: EditModel, body: EditBody, given: Given): KeptEdit {
  const files = given.pictures.length + (given.mask === null ? 0 : 1);
  return {
    created: Math.floor(services.now() / 1000),
    seed: body.seed ?? randomSeed(),
    micros: model.micros * (body.n ?? 1) + model.microsPerInput * files,
  };
}

function findModel(id: string): EditModel {
  const model = editModels.find((one) => one.id === id);
  if (model !== undefined) return model;
  if (!imageModels.some((one) => one.id === id)) throw modelNotFound(id);
  throw invalidRequest(`model: ${id} takes no pictures; "sandbox/retouch" does`, 'model');
}

interface Given {
  readonly pictures: readonly InputFile[];
  readonly mask: InputFile | null;
}

/** @throws ApiError 400 that names what is missing, or what the model doesn't take */
function givenTo({ id, inputs, takesStrength }: EditModel, body: EditBody): Given {
  if (typeof body.strength === 'number' && !takesStrength)
    throw invalidRequest(`strength: ${id} takes none`, 'strength');
  const pictures = [...filesIn(body.image, 'image'), ...filesIn(body.images, 'images')];
  const mask = oneFile(body.mask, 'mask');
  const most = inputs.includes('reference') ? MOST_REFERENCES : 1;
  if (pictures.length === 0) throw invalidRequest('image: is missing', 'image');
  if (pictures.length > most) throw invalidRequest(`image: ${id} takes at most ${most}`, 'image');
  if (mask !== null && !inputs.includes('mask')) throw invalidRequest(`mask: ${id} takes none`, 'mask');
  return { pictures, mask };
}

type Looked = Given & { readonly model: EditModel };

async function lookAtAll(
  { media }: Services,
  { pictures, mask, model }: Looked,
  signal: AbortSignal,
): Promise<void> {
  const look = async (file: InputFile, field: string) => {
    const sight = await lookAtInput(media.pool, file, { field, signal });
    keepBounds(sight, model.pictures, field);
    return sight;
  };
  const [first] = await Promise.all(pictures.map((file) => look(file, 'image')));
  if (mask === null || first === undefined) return;
  const { width, height } = await look(mask, 'mask');
  if (width === first.width && height === first.height) return;
  const wanted = `${first.width} × ${first.height}`;
  throw invalidRequest(
    `mask: must be ${wanted} pixels like the picture, and is ${width} × ${height}`,
    'mask',
  );
}

function taskFor(
  model: EditModel,
  { prompt, size, strength, output_format: format }: EditBody,
  { pictures, mask, seed }: Given & { readonly seed: number },
): EditTask {
  return {
    kind: 'edit',
    edit: model.edit,
    prompt: prompt ?? '',
    seed,
    format: format ?? 'png',
    pictures: pictures.map(({ bytes }) => bytes),
    mask: mask?.bytes ?? null,
    strength: strength ?? null,
    ...parseSize(size === 'auto' || !size ? DEFAULT_SIZE : size),
  };
}
