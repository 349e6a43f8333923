/** What a case of a draft has from elsewhere and no field shows. */
import type { CasePlan } from '../../../../shared/lab/experiment';
import { type CaseDraft, keptColumn } from './lab-draft';

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

/** The variants that a case is asked with. */
export function onlyOf<One extends { readonly key: string }>(
  one: CaseDraft,
  variants: readonly One[],
): readonly One[] {
  const { only } = keptOf(one[keptColumn]);
  return only === undefined ? variants : variants.filter(({ key }) => only.includes(key));
}

/** The case asked with some variants alone, or with all of them where `only` is `null`: also with those that come later. */
export function askedOnly(one: CaseDraft, only: readonly string[] | null): CaseDraft {
  const { only: _before, ...others } = keptOf(one[keptColumn]);
  const { [keptColumn]: _kept, ...rest } = one;
  const kept = { ...others, ...(only !== null && { only }) };
  const isEmpty = only === null && Object.values(others).every((list) => list.length === 0);
  return isEmpty ? rest : { ...rest, [keptColumn]: JSON.stringify(kept) };
}

export const isRestricted = (one: CaseDraft): boolean => keptOf(one[keptColumn]).only !== undefined;

/** Whether it has files or assertions that no field shows. */
export const hasMore = (one: CaseDraft): boolean => {
  const { attachments = [], inputs = [], assertions = [] } = keptOf(one[keptColumn]);
  return attachments.length + inputs.length + assertions.length > 0;
};

/** @param keys of the draft of each variant of the plan */
export function numbersOf(one: CaseDraft, keys: readonly string[]): Pick<CasePlan, 'variants'> {
  const { only } = keptOf(one[keptColumn]);
  return only === undefined
    ? {}
    : { variants: keys.flatMap((key, at) => (only.includes(key) ? [at + 1] : [])) };
}

export const unaskedMistake = (at: number): string =>
  `Case ${at + 1} is asked with no variant: choose one under “Asked with”`;
