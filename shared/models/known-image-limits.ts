/** What is known of the images that a model takes, from its record or from its maker's documentation. */
import type { ImageLimits } from './image-limits';
import type { Model } from './models';

/** Of models whose lists don't say it, by their names at any gateway (platform.openai.com/docs/api-reference/images/createEdit). */
const documented: readonly { readonly id: RegExp; readonly limits: ImageLimits }[] = [
  { id: /(^|\/)(chatgpt-image|gpt-image)/, limits: { formats: ['png', 'webp', 'jpeg'] } },
  { id: /(^|\/)dall-e-2$/, limits: { formats: ['png'], minRatio: 1, maxRatio: 1 } },
];

/** What the record says, or else the documentation; `undefined` where nothing is known, and the gateway decides. */
export const imageLimitsOf = (model: Pick<Model, 'id' | 'capabilities'>): ImageLimits | undefined =>
  model.capabilities?.inputImages ?? documented.find(({ id }) => id.test(model.id))?.limits;
