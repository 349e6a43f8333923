import { isRawPart, type Part, type RawPartType } from './parts';

/** The JSON of the parts of one type, as it came. */
export const rawOf = (parts: readonly Part[], type: RawPartType): readonly unknown[] =>
  parts.flatMap((part) => (part.type === type && isRawPart(part) ? [part.raw] : []));
