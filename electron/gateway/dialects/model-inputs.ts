/**
 * Inputs of models whose fields differ from those of their gateway’s others: services that host models of many makers
 * pass on the fields that each maker chose.
 */
import type { GatewayId } from '../../../shared/gateways/gateways';
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';
import { fields, type InputWriter, list } from './input-writers';
import { fireworksBySize } from './media-services';

interface ModelCase {
  readonly gateway: GatewayId;
  readonly operation: 'images' | 'videos';
  /** Of the model’s id. */
  readonly pattern: RegExp;
  readonly writer: InputWriter;
}

const inside = { inside: 'input' } as const;
const AIGC = '~/api/v1/services/aigc';

const replicate = (
  operation: ModelCase['operation'],
  pattern: RegExp,
  places: Parameters<typeof fields>[0],
): ModelCase => ({ gateway: 'replicate', operation, pattern, writer: fields(places, inside) });

const fal = (
  operation: ModelCase['operation'],
  pattern: RegExp,
  places: Parameters<typeof fields>[0],
): ModelCase => ({ gateway: 'fal', operation, pattern, writer: fields(places) });

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
  replicate('images', /black-forest-labs\/flux-2/, {
    image: list('input_images'),
    reference: list('input_images'),
  }),
  // replicate.com/openai/gpt-image-1-mini, runwayml/gen4-image
  replicate('images', /gpt-image/, { image: list('input_images'), reference: list('input_images') }),
  replicate('images', /gen4-image/, { reference: list('reference_images') }),
  replicate('videos', /hailuo|minimax/, { firstFrame: 'first_frame_image', lastFrame: 'last_frame_image' }),
  // replicate.com/bytedance/seedance-2.0
  replicate('videos', /seedance-2/, {
    firstFrame: 'image',
    lastFrame: 'last_frame_image',
    reference: list('reference_images'),
    video: list('reference_videos'),
    sound: list('reference_audios'),
  }),
  replicate('videos', /seedance|lightricks\/ltx/, { firstFrame: 'image', lastFrame: 'last_frame_image' }),
  // replicate.com/vidu/q3-pro, black-forest-labs/flux-3, alibaba/happyhorse-1.1, openai/sora-2-pro
  replicate('videos', /^vidu\//, { firstFrame: 'start_image', lastFrame: 'end_image' }),
  replicate('videos', /flux-3/, {
    firstFrame: list('images'),
    lastFrame: list('images'),
    video: 'start_video',
  }),
  replicate('videos', /happyhorse/, { firstFrame: list('images'), reference: list('images') }),
  replicate('videos', /sora-2/, { firstFrame: 'input_reference' }),
  // fal.ai/models/…/llms.txt: edits of these take a list, also of a single image
  {
    gateway: 'fal',
    operation: 'images',
    pattern:
      /(nano-banana|gemini-[\w.-]*image|flux-2|seedream|gpt-image|muse-image).*\/edit|qwen-image-edit-(plus|2509|2511)|kontext\/(max\/)?multi|wan-25-preview\/image-to-image/,
    writer: fields({ image: list('image_urls'), reference: list('image_urls'), mask: 'mask_url' }),
  },
  // fal.ai/models/fal-ai/kling-video/v4/image-to-video/llms.txt and …/o3/4k/image-to-video/llms.txt
  fal('videos', /kling-video\/o[2-9].*\/image-to-video/, {
    firstFrame: 'image_url',
    lastFrame: 'end_image_url',
  }),
  fal('videos', /kling-video\/o\d/, {
    firstFrame: 'start_image_url',
    lastFrame: 'end_image_url',
    reference: list('image_urls'),
    video: 'video_url',
  }),
  fal('videos', /kling-video\/v[3-9]/, {
    firstFrame: 'start_image_url',
    lastFrame: 'end_image_url',
    video: 'video_url',
  }),
  fal('videos', /kling-video/, {
    firstFrame: 'image_url',
    lastFrame: 'tail_image_url',
    video: 'video_url',
  }),
  // fal.ai/docs/model-api-reference/video-generation-api/veo3.1-first-last-frame-to-video
  fal('videos', /veo3.*first-last-frame/, { firstFrame: 'first_frame_url', lastFrame: 'last_frame_url' }),
  // fal.ai/models/fal-ai/vidu/q2/reference-to-video/llms.txt
  fal('videos', /vidu.*\/reference-to-video/, { reference: list('reference_image_urls') }),
  fal('videos', /vidu.*\/start-end-to-video|wan-flf2v/, {
    firstFrame: 'start_image_url',
    lastFrame: 'end_image_url',
  }),
  // github.com/fal-ai/seedance-2.0-api
  fal('videos', /seedance-2.*\/reference-to-video/, {
    reference: list('image_urls'),
    video: list('video_urls'),
    sound: list('audio_urls'),
  }),
  // vercel/ai, packages/fireworks/src/fireworks-image-model.ts
  {
    gateway: 'fireworks',
    operation: 'images',
    pattern: /flux-kontext/,
    writer: fields({ image: 'input_image' }, { path: '/workflows/{model}', withoutInputs: true }),
  },
  {
    gateway: 'fireworks',
    operation: 'images',
    pattern: fireworksBySize,
    writer: fields({}, { path: '/image_generation/{model}', withoutInputs: true }),
  },
  // help.aliyun.com/zh/model-studio: what is done with the image is a field
  dashscope(
    'images',
    /imageedit/,
    fields(
      { image: 'base_image_url', mask: 'mask_image_url' },
      {
        ...inside,
        path: `${AIGC}/image2image/image-synthesis`,
        also: (marks) => ({
          function: marks.some(({ role }) => role === 'mask')
            ? 'description_edit_with_mask'
            : 'description_edit',
        }),
      },
    ),
  ),
  // QuantumNous/new-api, relay/channel/ali/adaptor.go and setting/model_setting/qwen.go
  dashscope('images', /wan2\.[67]/, {
    roles: ['image', 'reference'],
    withoutInputs: true,
    write: (body, marks) =>
      marks.length > 0
        ? { body: toMessages(body, marks), path: `${AIGC}/image-generation/generation` }
        : atOnce(body, marks),
  }),
  dashscope('images', /qwen-image-(?!plus)|z-image/, {
    roles: ['image', 'reference'],
    withoutInputs: true,
    write: atOnce,
  }),
  dashscope('images', /qwen-image/, { roles: ['image', 'reference'], write: atOnce }),
  // vercel/ai, packages/alibaba/src/alibaba-video-model.ts; QuantumNous/new-api, relay/channel/task/ali/adaptor.go
  dashscope('videos', /kf2v/, fields({ firstFrame: 'first_frame_url', lastFrame: 'last_frame_url' }, inside)),
  dashscope(
    'videos',
    /r2v/,
    fields({ reference: list('reference_urls'), video: list('reference_urls'), sound: 'audio_url' }, inside),
  ),
];

/**
 * Images and text as the parts of a message (vercel/ai, packages/alibaba/src/image/alibaba-image-model.ts;
 * QuantumNous/new-api, relay/channel/ali/adaptor.go).
 */
function toMessages({ input, ...rest }: JsonRecord, marks: readonly InputMark[]): JsonRecord {
  const { prompt, ...others } = isRecord(input) ? input : {};
  const content = [...marks.map(({ marker }) => ({ image: marker })), { text: prompt }];
  return { ...rest, input: { messages: [{ role: 'user', content }] }, ...moved(rest, others) };
}

/** A message that is answered at once, without a task. */
function atOnce(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  return {
    body: toMessages(body, marks),
    path: `${AIGC}/multimodal-generation/generation`,
    headers: {},
  };
}

/** A negative prompt is a parameter here. */
const moved = ({ parameters }: JsonRecord, others: JsonRecord) => ({
  parameters: { ...(isRecord(parameters) && parameters), ...others },
});

/**
 * `null` where the model has the fields of its gateway.
 *
 * @param usual those fields
 */
export function modelInputs(
  gateway: GatewayId,
  operation: 'images' | 'videos',
  model: unknown,
  usual: InputWriter,
): InputWriter | null {
  if (typeof model !== 'string') return null;
  const [name = '', version] = gateway === 'replicate' ? model.split(':') : [model];
  const found = cases.find(
    (one) => one.gateway === gateway && one.operation === operation && one.pattern.test(name),
  );
  const writer = found?.writer ?? null;
  return version === undefined ? writer : ofVersion(version, writer ?? usual);
}

/** A version is asked for at the path of all models (vercel/ai, packages/replicate/src/replicate-image-model.ts). */
const ofVersion = (version: string, writer: InputWriter): InputWriter => ({
  roles: writer.roles,
  withoutInputs: true,
  write(body, marks) {
    const { model: _, ...rest } = marks.length === 0 ? body : writer.write(body, marks).body;
    return { body: { version, ...rest }, path: '/predictions' };
  },
});
