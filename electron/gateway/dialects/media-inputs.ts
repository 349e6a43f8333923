/**
 * Where the inputs of a request for media go, in the words of each gateway. In place of a file a body holds its marker,
 * so that what is sent and what is shown as code are written by the same writer.
 */
import type { GatewayId } from '../../../shared/gateways/gateways';
import { isRecord, type JsonRecord } from '../parse/json';
import type { InputMark, WrittenInputs } from '../types/call';
import { fields, form, type InputWriter, list, numbered, oneOrMany } from './input-writers';
import { modelInputs } from './model-inputs';

const asUrl = (url: string) => ({ type: 'image_url', image_url: { url } });
const asVideo = (url: string) => ({ type: 'video_url', video_url: { url } });
const asSound = (url: string) => ({ type: 'audio_url', audio_url: { url } });
const asFrame = (frame_type: string) => (url: string) => ({ ...asUrl(url), frame_type });

interface Writers {
  readonly images: InputWriter;
  readonly videos: InputWriter;
}

/** Images made from images have a path of their own (QuantumNous/new-api, relay/channel/ali/adaptor.go). */
const EDITS = '~/api/v1/services/aigc/image2image/image-synthesis';

const plain: Writers = {
  images: form({ image: 'image', reference: 'image', mask: 'mask' }, true),
  videos: fields({
    firstFrame: 'first_frame_image',
    lastFrame: 'last_frame_image',
    reference: list('reference_images'),
    video: 'video_url',
    sound: 'audio_url',
  }),
};

/** Of OpenAI's videos (platform.openai.com/docs/api-reference/videos/create). */
const inputReference = form({ firstFrame: 'input_reference' });
const chat: InputWriter = { roles: ['image', 'reference'], write: toChatParts };

/** What differs from the plain interface; the sources are those of each dialect. */
const writers: Readonly<Partial<Record<GatewayId, Partial<Writers>>>> = {
  openai: { videos: inputReference },
  azure: { videos: inputReference },
  litellm: { videos: inputReference },
  gemini: { videos: inputReference },
  vercel: { images: chat },
  helicone: { images: chat },
  // docs.rs/openrouter-rs, src/api/videos.rs: references may be videos and sounds too
  openrouter: {
    images: fields({ image: list('input_references', asUrl), reference: list('input_references', asUrl) }),
    videos: fields({
      firstFrame: list('frame_images', asFrame('first_frame')),
      lastFrame: list('frame_images', asFrame('last_frame')),
      reference: list('input_references', asUrl),
      video: list('input_references', asVideo),
      sound: list('input_references', asSound),
    }),
  },
  // togethercomputer/together-py, src/together/types/video_create_params.py
  together: {
    images: fields({ image: 'image_url' }),
    videos: fields(
      {
        firstFrame: list('frame_images', (input_image) => ({ input_image, frame: 'first' })),
        lastFrame: list('frame_images', (input_image) => ({ input_image, frame: 'last' })),
        reference: list('reference_images'),
        video: { field: 'source_video', wrap: (video) => ({ video }) },
        sound: list('audio_inputs', (audio) => ({ audio })),
      },
      { inside: 'media' },
    ),
  },
  // BerriAI/litellm, litellm/llms/xai/image_edit/transformation.py; vercel/ai, packages/xai/src/xai-video-model.ts
  xai: {
    images: oneOrMany({
      roles: ['image', 'reference'],
      one: 'image',
      many: 'images',
      wrap: (url) => ({ url, type: 'image_url' }),
      isEdit: true,
    }),
    videos: fields({
      firstFrame: { field: 'image', wrap: (image) => ({ url: image }) },
      reference: list('reference_images', (image) => ({ url: image })),
    }),
  },
  minimax: {
    images: fields({
      reference: list('subject_reference', (image_file) => ({ type: 'character', image_file })),
    }),
    // QuantumNous/new-api, relay/channel/task/hailuo/models.go
    videos: fields({
      firstFrame: 'first_frame_image',
      lastFrame: 'last_frame_image',
      reference: list('subject_reference', (image) => ({ type: 'character', image: [image] })),
    }),
  },
  // docs.siliconflow.com/en/api-reference/images: `image`, `image2` and `image3` of models that take several
  siliconflow: { images: numbered('image', ['image', 'reference']), videos: fields({ firstFrame: 'image' }) },
  // vercel/ai, packages/fireworks/src/fireworks-image-model.ts: only FLUX.1 Kontext takes an image (model-inputs.ts)
  fireworks: { images: fields({}) },
  ark: {
    images: fields({ image: 'image', reference: 'image' }),
    videos: { roles: ['firstFrame', 'lastFrame', 'reference', 'video', 'sound'], write: inContent },
  },
  // help.aliyun.com/zh/model-studio; those of further models are in model-inputs.ts
  dashscope: {
    images: fields({ image: list('images'), reference: list('images') }, { inside: 'input', path: EDITS }),
    // vercel/ai, packages/alibaba/src/alibaba-video-model.ts; QuantumNous/new-api, relay/channel/task/ali/adaptor.go
    videos: fields({ firstFrame: 'img_url', sound: 'audio_url' }, { inside: 'input' }),
  },
  fal: {
    images: fields({ image: 'image_url', mask: 'mask_url', reference: list('image_urls') }),
    videos: fields({
      firstFrame: 'image_url',
      lastFrame: 'end_image_url',
      reference: list('image_urls'),
      video: 'video_url',
      sound: 'audio_url',
    }),
  },
  replicate: {
    images: fields({ image: 'image', mask: 'mask', reference: list('input_images') }, { inside: 'input' }),
    videos: fields(
      {
        firstFrame: 'image',
        lastFrame: 'last_frame',
        reference: list('reference_images'),
        video: 'video',
        sound: 'audio',
      },
      { inside: 'input' },
    ),
  },
  // QuantumNous/new-api, relay/common/relay_info.go: TaskSubmitReq
  newapi: { videos: fields({ firstFrame: 'image', reference: list('images') }) },
  aimlapi: {
    images: fields({ image: 'image_url', reference: list('image_urls') }),
    videos: fields({ firstFrame: 'image_url' }),
  },
  // pollinations/pollinations, gen.pollinations.ai/src/schemas/image.ts: the second image is the last frame
  pollinations: { videos: fields({ firstFrame: list('image'), lastFrame: list('image') }) },
  zhipu: { videos: fields({ firstFrame: 'image_url', lastFrame: 'image_url' }) },
  // mudler/LocalAI, core/http/endpoints/localai/video.go: base64 alone
  localai: {
    videos: fields({ firstFrame: 'start_image', lastFrame: 'end_image', sound: 'audio' }, { isBare: true }),
  },
};

/**
 * @param operation what the request is for; speech is made from its text alone
 * @param model whose fields may differ from those of the gateway’s others
 */
export function inputWriterOf(id: GatewayId, operation: 'images' | 'videos', model?: unknown): InputWriter {
  const usual = writers[id]?.[operation] ?? plain[operation];
  return modelInputs(id, operation, model, usual) ?? usual;
}

// Inputs of media as parts of a list, where a gateway has them so.

const urlPart = (url: string) => ({ type: 'image_url', image_url: { url } });

/** An image by way of the chat: behind the text of its message. */
function toChatParts(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last = messages.at(-1);
  if (!isRecord(last)) return { body };
  const text = { type: 'text', text: last.content };
  const content = [text, ...marks.map(({ marker }) => urlPart(marker))];
  return { body: { ...body, messages: [...messages.slice(0, -1), { ...last, content }] } };
}

type ContentPart = readonly [type: 'image_url' | 'video_url' | 'audio_url', role: string];

const contentParts: Readonly<Partial<Record<InputMark['role'], ContentPart>>> = {
  firstFrame: ['image_url', 'first_frame'],
  lastFrame: ['image_url', 'last_frame'],
  reference: ['image_url', 'reference_image'],
  video: ['video_url', 'reference_video'],
  sound: ['audio_url', 'reference_audio'],
};

/** A task whose content is a list, each file with its role (vercel/ai, packages/bytedance/src/bytedance-video-model.ts). */
function inContent(body: JsonRecord, marks: readonly InputMark[]): WrittenInputs {
  const content = Array.isArray(body.content) ? body.content : [];
  const files = marks.flatMap(({ role, marker }) => {
    const [type, as] = contentParts[role] ?? [];
    return type === undefined ? [] : [{ type, [type]: { url: marker }, role: as }];
  });
  return { body: { ...body, content: [...content, ...files] } };
}
