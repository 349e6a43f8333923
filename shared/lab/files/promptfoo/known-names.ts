/** Which variables the cases of a file have, and which of them aren’t texts. */
import type { Fields } from '../reading';
import type { KnownNames } from './templates';

interface How {
  readonly keepsLists: boolean;
  /** Code makes variables of its own. */
  readonly isChanged: boolean;
}

export function knownNames(
  all: readonly Fields[],
  { keepsLists, isChanged }: How,
): { readonly known: KnownNames; readonly hasAny: boolean } {
  const entries = all.flatMap((vars) => Object.entries(vars));
  const lists = entries.filter(([, value]) => isData(value, keepsLists));
  const hasAny = entries.some(([, value]) => !isText(value) && !isTexts(value, keepsLists));
  const data = new Set(lists.map(([name]) => name));
  return {
    known: { all: new Set(entries.map(([name]) => name)), data, isChanged },
    hasAny: hasAny || isChanged,
  };
}

const isText = (value: unknown): boolean => typeof value === 'string' || value === null;

/** A list that makes a case of each text. */
const isTexts = (value: unknown, keepsLists: boolean): boolean =>
  Array.isArray(value) && !keepsLists && value.length > 0 && value.every((one) => typeof one === 'string');

const isData = (value: unknown, keepsLists: boolean): boolean =>
  typeof value === 'object' && value !== null && !isTexts(value, keepsLists);
