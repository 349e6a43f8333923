/**
 * Settings whose form depends on the model, on fal, which hands every model the fields that its maker chose
 * (fal-ai/fal-js, libs/client/src/types/endpoints.ts; fal.ai/models/…/llms.txt).
 */
import { type JsonRecord, textOrNull } from '../parse/json';
import { ratioOf, widthAndHeightOf } from './media-requests';

/** Nano Banana and its kin, Grok and some of FLUX have a ratio (BerriAI/litellm, litellm/llms/fal_ai/image_generation). */
const byRatio = /nano-banana|gemini-[\w.-]*image|flux-pro\/(v1\.1-ultra|kontext)|grok-imagine-image/;
const imagen = /imagen\d/;
const imagenRatios = ['1:1', '16:9', '9:16', '3:4', '4:3'] as const;

/** `image_size`, or `aspect_ratio` where the model knows no other. */
export function falShapeOf(model: unknown, size: unknown): JsonRecord {
  const id = textOrNull(model) ?? '';
  const isImagen = imagen.test(id);
  if (isImagen || byRatio.test(id)) {
    const ratio = ratioOf(size, isImagen ? imagenRatios : undefined);
    return ratio === null ? {} : { aspect_ratio: ratio };
  }
  const shape = widthAndHeightOf(size);
  return shape === null ? {} : { image_size: shape };
}

/** Veo and Luma’s Ray take `8s`. */
const withUnit = /\/veo\d|luma-dream-machine/;
/** These take a number; all others one of several texts, such as `"5"` or `"10"`. */
const asNumber = /\/sora-|\/ltx-2(\.3)?\/|grok-imagine-video|\/vidu\/|minimax\/h\d|flux-3/;

/** A video's settings in the words of its model. */
export function toFalVideo({ duration, guidance_scale: guidance, ...rest }: JsonRecord): JsonRecord {
  const id = textOrNull(rest.model) ?? '';
  const guidanceField = id.includes('kling-video') ? 'cfg_scale' : 'guidance_scale';
  return {
    ...(duration !== undefined && {
      duration: typeof duration === 'number' ? secondsOf(id, duration) : duration,
    }),
    ...(guidance !== undefined && { [guidanceField]: guidance }),
    ...rest,
  };
}

function secondsOf(model: string, seconds: number): string | number {
  if (withUnit.test(model)) return `${seconds}s`;
  return asNumber.test(model) ? seconds : String(seconds);
}
