/** `POST /images/edits`: as a multipart form or as JSON, with the pictures under the names that OpenAI's interface has. */
import { z } from 'zod';
import { check } from '../chat/request';
import { invalidRequest, modelNotFound } from '../errors';
import { filesIn, type InputFile, lookAtInput, oneFile } from '../inputs';
import { payFor, randomSeed } from '../media/costing';
import {
  DEFAULT_SIZE,
  type EditModel,
  editModels,
  imageModels,
  MAX_INPUT_CHARACTERS,
  parseSize,
} from '../media/models';
import { keepBounds } from '../media/picture-bounds';
import type { EditTask } from '../media/tasks';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';

const editBody = z.looseObject({
  model: z.string().min(1).max(300),
  prompt: z.string().max(MAX_INPUT_CHARACTERS).nullish(),
  n: z.literal(1, 'one picture is made of each edit').nullish(),
  size: z.enum(['auto', '512x512', '1024x1024', '1024x1536', '1536x1024']).nullish(),
  seed: z.int().nullish(),
  output_format: z.enum(['png', 'webp', 'jpeg']).nullish(),
});

const MOST_REFERENCES = 8;

/** What is stored of a finished call; the pictures come again with the same request. */
interface KeptEdit {
  readonly created: number;
  readonly seed: number;
  readonly micros: number;
}

export async function createEdits(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(editBody, context.get('body'));
  const model = findModel(body.model);
  const given = givenTo(model, body);
  const signal = context.req.raw.signal;
  const kept = context.get('claim')?.savedResult as KeptEdit | undefined;
  if (kept === undefined) await lookAtAll(services, { ...given, model }, signal);
  const seed = kept?.seed ?? body.seed ?? randomSeed();
  const task = taskFor(model, body, { ...given, seed });
  const edit = kept ?? {
    created: Math.floor(services.now() / 1000),
    seed,
    micros: model.micros + model.microsPerInput * (given.pictures.length + (given.mask === null ? 0 : 1)),
  };
  const make = async (stop: AbortSignal) => await services.media.pool.run(task, { signal: stop });
  const paid = { operation: 'images.edits', model: model.id, micros: edit.micros, make, keep: () => edit };
  const bytes = kept === undefined ? await payFor(context, services, paid) : await make(signal);
  const data = [{ b64_json: Buffer.from(bytes).toString('base64'), seed }];
  return jsonReply(
    context,
    services,
    { created: edit.created, data, output_format: task.format },
    edit.micros,
  );
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
function givenTo({ id, inputs }: EditModel, body: Readonly<Record<string, unknown>>): Given {
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
  { prompt, size, output_format: format }: z.infer<typeof editBody>,
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
    ...parseSize(size === 'auto' || !size ? DEFAULT_SIZE : size),
  };
}
