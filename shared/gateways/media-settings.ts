/**
 * What each gateway's documentation calls the settings of images and videos that most models don't take: a field, a
 * field inside an object (`input.negative_prompt`), or `null` where it documents none. Such a setting is not sent, and
 * the form says so. A gateway or setting that is not listed has the usual name.
 */
import type { GatewayId } from './ids';

export const mediaSettings = [
  'strength',
  'guidance',
  'frameRate',
  'seed',
  'negativePrompt',
  'aspectRatio',
] as const;
export type MediaSetting = (typeof mediaSettings)[number];

/** As the plain interface has them. */
export const usualMediaFields: Readonly<Record<MediaSetting, string>> = {
  strength: 'strength',
  guidance: 'guidance_scale',
  frameRate: 'fps',
  seed: 'seed',
  negativePrompt: 'negative_prompt',
  aspectRatio: 'aspect_ratio',
};

type Names = Readonly<Partial<Record<MediaSetting, string | null>>>;
type MediaNames = Readonly<Partial<Record<'images' | 'videos', Names>>>;

/** The ratio of a video is not among them: where it isn’t a field, it is part of the size. */
const none: Names = { strength: null, guidance: null, frameRate: null, seed: null, negativePrompt: null };

/** platform.openai.com/docs/api-reference/images and /videos */
const openai: MediaNames = { images: none, videos: none };
/** An image by way of a chat, whose request has a seed. */
const byChat: MediaNames = { images: { ...none, seed: 'seed' } };

const names: Readonly<Partial<Record<GatewayId, MediaNames>>> = {
  openai,
  azure: openai,
  gemini: openai,
  vercel: byChat,
  helicone: byChat,
  // openrouter.ai/docs/api-reference: further ones are in `provider.options`
  openrouter: { images: { ...none, seed: 'seed' }, videos: { ...none, seed: 'seed' } },
  // togethercomputer/together-py, src/together/types/image_generate_params.py and video_create_params.py
  together: { images: { strength: null }, videos: { aspectRatio: 'ratio' } },
  // vercel/ai, packages/xai/src/xai-image-model.ts and xai-video-model.ts
  xai: { images: none, videos: none },
  // platform.minimax.io/docs/api-reference
  minimax: { images: { ...none, seed: 'seed' }, videos: { ...none, aspectRatio: null } },
  // docs.siliconflow.com/en/api-reference
  siliconflow: { images: { strength: null }, videos: { frameRate: null, guidance: null } },
  // docs.fireworks.ai/api-reference
  fireworks: { images: { strength: null, negativePrompt: null } },
  // volcengine.com/docs/82379: the frame rate is fixed
  ark: {
    images: { strength: null, negativePrompt: null },
    videos: { ...none, seed: 'seed', aspectRatio: 'ratio' },
  },
  // help.aliyun.com/zh/model-studio
  dashscope: {
    images: { guidance: null, negativePrompt: 'input.negative_prompt' },
    videos: { frameRate: null, guidance: null, negativePrompt: 'input.negative_prompt' },
  },
  // replicate.com/black-forest-labs/flux-dev
  replicate: { images: { strength: 'prompt_strength' } },
  // docs.z.ai/api-reference
  zhipu: { images: none, videos: { ...none, frameRate: 'fps' } },
  // QuantumNous/new-api, relay/common/relay_info.go: what it does not name itself is read from `metadata`
  newapi: {
    videos: {
      guidance: 'metadata.guidance_scale',
      negativePrompt: 'metadata.negative_prompt',
      frameRate: 'metadata.fps',
      seed: 'metadata.seed',
    },
  },
  // localai.io/features: a negative prompt of an image is part of its prompt
  localai: { images: { strength: null, guidance: null }, videos: { guidance: 'cfg_scale' } },
};

/** Where the setting goes; `null` where the gateway documents no field for it. */
export function mediaFieldOf(
  gateway: GatewayId | null | undefined,
  operation: 'images' | 'videos',
  setting: MediaSetting,
): string | null {
  const named = gateway == null ? undefined : names[gateway]?.[operation]?.[setting];
  return named === undefined ? usualMediaFields[setting] : named;
}
