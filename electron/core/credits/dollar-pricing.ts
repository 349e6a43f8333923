/** Prices in dollars in the form that estimates are made from. */
import type { Model, Pricing } from '../../../shared/models';

/**
 * `null` where the model's record names no price that such a call can be estimated by.
 *
 * A price for an image counts for models that make nothing but images: elsewhere it is the price of an image that is sent.
 */
export function dollarPricing(
  { dollarPrices, capabilities }: Pick<Model, 'dollarPrices' | 'capabilities'>,
  kind: 'chat' | 'media',
): Pricing | null {
  if (dollarPrices === undefined) return null;
  const { inputPerMillion, outputPerMillion, perImage } = dollarPrices;
  const { output = [] } = capabilities ?? {};
  if (kind === 'media') {
    const isForImages = output.length > 0 && output.every((word) => word === 'image');
    return perImage !== undefined && isForImages ? { unit: 'image', perUnit: perImage } : null;
  }
  if (inputPerMillion === undefined && outputPerMillion === undefined) return null;
  return {
    unit: 'token',
    ...(inputPerMillion !== undefined && { input: inputPerMillion / 1_000 }),
    ...(outputPerMillion !== undefined && { output: outputPerMillion / 1_000 }),
  };
}
