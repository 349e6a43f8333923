/**
 * Inputs of models whose fields differ from those of their gateway’s others: services that host models of many makers
 * pass on the fields that each maker chose.
 */
import type { GatewayId } from '../../../shared/gateways/gateways';
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';
import { fields, type InputWriter, list } from './input-writers';

interface ModelCase {
  readonly gateway: GatewayId;
  readonly operation: 'images' | 'videos';
  /** Of the model’s id. */
  readonly pattern: RegExp;
  readonly writer: InputWriter;
}

const inside = { inside: 'input' } as const;

const replicate = (
  operation: ModelCase['operation'],
  pattern: RegExp,
  places: Parameters<typeof fields>[0],
): ModelCase => ({ gateway: 'replicate', operation, pattern, writer: fields(places, inside) });

const dashscope = (operation: ModelCase['operation'], pattern: RegExp, writer: InputWriter): ModelCase => ({
  gateway: 'dashscope',
  operation,
  pattern,
  writer,
});

/** The first that matches counts. */
const cases: readonly ModelCase[] = [
  // genfeedai/genfeed, packages/types/src/replicate/models.ts, made from Replicate’s own schemas
  replicate('images', /nano-banana|seedream/, { image: list('image_input'), reference: list('image_input') }),
  replicate('videos', /kling/, { firstFrame: 'start_image', lastFrame: 'end_image', video: 'video' }),
  // Significant-Gravitas/AutoGPT, docs/content/platform/blocks/flux_kontext.md
  replicate('images', /kontext/, { image: 'input_image' }),
  replicate('images', /flux-2/, { image: list('input_images'), reference: list('input_images') }),
  replicate('videos', /hailuo|minimax/, { firstFrame: 'first_frame_image', lastFrame: 'last_frame_image' }),
  replicate('videos', /seedance/, { firstFrame: 'image', lastFrame: 'last_frame_image' }),
  // fal.ai/models/fal-ai/qwen-image-edit-2511/llms.txt: edits of these take a list, also of a single image
  {
    gateway: 'fal',
    operation: 'images',
    pattern: /(nano-banana|flux-2|seedream|gpt-image).*\/edit|qwen-image-edit-(plus|2509|2511)/,
    writer: fields({ image: list('image_urls'), reference: list('image_urls'), mask: 'mask_url' }),
  },
  // fal.ai/models/fal-ai/kling-video/v4/image-to-video/llms.txt, and what its earlier versions have
  {
    gateway: 'fal',
    operation: 'videos',
    pattern: /kling-video\/(v[3-9]|o\d)/,
    writer: fields({ firstFrame: 'start_image_url', lastFrame: 'end_image_url', video: 'video_url' }),
  },
  {
    gateway: 'fal',
    operation: 'videos',
    pattern: /kling-video/,
    writer: fields({ firstFrame: 'image_url', lastFrame: 'tail_image_url', video: 'video_url' }),
  },
  // help.aliyun.com/zh/model-studio: what is done with the image is a field
  dashscope(
    'images',
    /imageedit/,
    fields(
      { image: 'base_image_url', mask: 'mask_image_url' },
      {
        ...inside,
        path: '~/api/v1/services/aigc/image2image/image-synthesis',
        also: (marks) => ({
          function: marks.some(({ role }) => role === 'mask')
            ? 'description_edit_with_mask'
            : 'description_edit',
        }),
      },
    ),
  ),
  dashscope('images', /qwen-image/, { roles: ['image', 'reference'], write: toMessages }),
  // vercel/ai, packages/alibaba/src/alibaba-video-model.ts; QuantumNous/new-api, relay/channel/task/ali/adaptor.go
  dashscope('videos', /kf2v/, fields({ firstFrame: 'first_frame_url', lastFrame: 'last_frame_url' }, inside)),
  dashscope(
    'videos',
    /r2v/,
    fields({ reference: list('reference_urls'), video: list('reference_urls'), sound: 'audio_url' }, inside),
  ),
];

/**
 * Images and text as the parts of a message, answered at once (vercel/ai, packages/alibaba/src/image/alibaba-image-model.ts;
 * QuantumNous/new-api, relay/channel/ali/adaptor.go).
 */
function toMessages({ input, ...rest }: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const { prompt, ...others } = isRecord(input) ? input : {};
  const content = [...marks.map(({ marker }) => ({ image: marker })), { text: prompt }];
  return {
    body: { ...rest, input: { messages: [{ role: 'user', content }] }, ...moved(rest, others) },
    path: '~/api/v1/services/aigc/multimodal-generation/generation',
    headers: {},
  };
}

/** A negative prompt is a parameter here. */
const moved = ({ parameters }: JsonRecord, others: JsonRecord) => ({
  parameters: { ...(isRecord(parameters) && parameters), ...others },
});

/** `null` where the model has the fields of its gateway. */
export function modelInputs(
  gateway: GatewayId,
  operation: 'images' | 'videos',
  model: unknown,
): InputWriter | null {
  if (typeof model !== 'string') return null;
  const found = cases.find(
    (one) => one.gateway === gateway && one.operation === operation && one.pattern.test(model),
  );
  return found?.writer ?? null;
}
