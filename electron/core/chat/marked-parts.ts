/** Parts with a cache point: the place up to which the gateway keeps the prompt. */
import { cachePointsIn, marked } from '../../../shared/chat/cache-points';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { Storage } from '../ports/storage';

type Field = WrittenPart & { readonly raw: unknown };

const isFields = (part: WrittenPart): part is Field => part.type === 'fields' && 'raw' in part;

/** In the part that is there, or in a new one behind the others. */
export function withMark(parts: readonly WrittenPart[]): readonly WrittenPart[] {
  if (parts.some(isFields))
    return parts.map((part) => (isFields(part) ? { ...part, raw: marked(part.raw) } : part));
  const number = Math.max(0, ...parts.map((part) => part.number)) + 1;
  return [...parts, { number, type: 'fields', raw: marked() }];
}

/** The edit of a message that is marked is marked too. */
export function withMarkOf(
  { messages }: Pick<Storage, 'messages'>,
  editOf: string | undefined,
  parts: readonly WrittenPart[],
): readonly WrittenPart[] {
  const of = editOf === undefined ? undefined : messages.get(editOf);
  return of !== undefined && cachePointsIn(of.parts) > 0 ? withMark(parts) : parts;
}
