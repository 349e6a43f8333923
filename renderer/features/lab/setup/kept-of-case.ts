/** What a case of a draft has from elsewhere and no field shows. */
import type { CasePlan } from '../../../../shared/lab/experiment';
import { type CaseDraft, keptColumn, type VariantDraft } from './lab-draft';

interface Kept extends Pick<CasePlan, 'attachments' | 'inputs' | 'assertions'> {
  /** Keys of the variants that it is asked with alone. */
  readonly only: readonly string[];
}

export function keptOf(text: string | undefined): Partial<Kept> {
  try {
    return text === undefined ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/** The variants of the draft that a case is asked with. */
export function onlyOf(one: CaseDraft, variants: readonly VariantDraft[]): readonly VariantDraft[] {
  const { only } = keptOf(one[keptColumn]);
  return only === undefined ? variants : variants.filter(({ key }) => only.includes(key));
}

/** @param keys of the draft of each variant of the plan */
export function numbersOf(one: CaseDraft, keys: readonly string[]): Pick<CasePlan, 'variants'> {
  const { only } = keptOf(one[keptColumn]);
  return only === undefined
    ? {}
    : { variants: keys.flatMap((key, at) => (only.includes(key) ? [at + 1] : [])) };
}

export const removedMistake = (at: number): string =>
  `Case ${at + 1}: the variants that it was asked with are removed`;
