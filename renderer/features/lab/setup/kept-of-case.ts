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
  return withKept(one, { ...others, ...(only !== null && { only }) });
}

/** Lists without entries are not kept, but a choice of no variant is one. */
function withKept(one: CaseDraft, { only, ...lists }: Partial<Kept>): CaseDraft {
  const { [keptColumn]: _kept, ...rest } = one;
  const isEmpty = only === undefined && Object.values(lists).every((list) => list.length === 0);
  return isEmpty ? rest : { ...rest, [keptColumn]: JSON.stringify({ ...lists, only }) };
}

/** What is sent with a case: attachments of a chat, inputs of media. */
export type CaseFiles = Pick<CasePlan, 'attachments' | 'inputs'>;

export function filesOf(one: CaseDraft): CaseFiles {
  const { attachments = [], inputs = [] } = keptOf(one[keptColumn]);
  return { attachments, inputs };
}

export const withFiles = (one: CaseDraft, files: Partial<CaseFiles>): CaseDraft =>
  withKept(one, { ...keptOf(one[keptColumn]), ...files });

export const isRestricted = (one: CaseDraft): boolean => keptOf(one[keptColumn]).only !== undefined;

/** Whether it has assertions that no field shows. */
export const hasMore = (one: CaseDraft): boolean => (keptOf(one[keptColumn]).assertions ?? []).length > 0;

/** @param keys of the draft of each variant of the plan */
export function numbersOf(one: CaseDraft, keys: readonly string[]): Pick<CasePlan, 'variants'> {
  const { only } = keptOf(one[keptColumn]);
  return only === undefined
    ? {}
    : { variants: keys.flatMap((key, at) => (only.includes(key) ? [at + 1] : [])) };
}

export const unaskedMistake = (at: number): string =>
  `Case ${at + 1} is asked with no variant: choose one under “Asked with”`;
