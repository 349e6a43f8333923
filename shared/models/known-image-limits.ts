/** What is known of the images that a model takes, from its record or from its maker's documentation. */
import { videoShapeOf } from '../modalities/video-size';
import type { ImageLimits } from './image-limits';
import type { Model } from './models';

const sora = /(^|\/)sora-2(-|$)/;
/** Where the request names none (platform.openai.com/docs/api-reference/videos/create). */
const soraSize = { width: 720, height: 1_280 };

/**
 * The size that the first frame of a video must have, to the pixel: Sora refuses any other than that of its video.
 * `undefined` where the model takes any.
 */
export function frameSizeOf(
  { id }: Pick<Model, 'id'>,
  { resolution, aspectRatio }: Readonly<Record<string, unknown>>,
): { readonly width: number; readonly height: number } | undefined {
  if (!sora.test(id)) return undefined;
  const { width, height } = videoShapeOf(resolution, aspectRatio) ?? soraSize;
  return { width, height };
}

/** Of models whose lists don't say it, by their names at any gateway (platform.openai.com/docs/api-reference/images/createEdit). */
const documented: readonly { readonly id: RegExp; readonly limits: ImageLimits }[] = [
  { id: /(^|\/)(chatgpt-image|gpt-image)/, limits: { formats: ['png', 'webp', 'jpeg'] } },
  { id: sora, limits: { formats: ['jpeg', 'png', 'webp'] } },
  { id: /(^|\/)dall-e-2$/, limits: { formats: ['png'], minRatio: 1, maxRatio: 1 } },
];

/** What the record says, or else the documentation; `undefined` where nothing is known, and the gateway decides. */
export const imageLimitsOf = (model: Pick<Model, 'id' | 'capabilities'>): ImageLimits | undefined =>
  model.capabilities?.inputImages ?? documented.find(({ id }) => id.test(model.id))?.limits;
