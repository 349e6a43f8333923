/** Parts with a cache point: the place up to which the gateway keeps the prompt. */
import { marked, markIn } from '../../../shared/chat/cache-points';
import type { WrittenPart } from '../../../shared/chat/written-parts';
import type { Storage } from '../ports/storage';

type Field = WrittenPart & { readonly raw: unknown };

const isFields = (part: WrittenPart): part is Field => part.type === 'fields' && 'raw' in part;

/** In the part that is there, or in a new one behind the others. */
export function withMark(
  parts: readonly WrittenPart[],
  fields?: ReturnType<typeof markIn>,
): readonly WrittenPart[] {
  const put = (raw?: unknown) => marked(raw, fields ?? undefined);
  if (parts.some(isFields))
    return parts.map((part) => (isFields(part) ? { ...part, raw: put(part.raw) } : part));
  const number = Math.max(0, ...parts.map((part) => part.number)) + 1;
  return [...parts, { number, type: 'fields', raw: put() }];
}

/** The edit of a message that is marked is marked too, and kept as long. */
export function withMarkOf(
  { messages }: Pick<Storage, 'messages'>,
  editOf: string | undefined,
  parts: readonly WrittenPart[],
): readonly WrittenPart[] {
  const of = editOf === undefined ? undefined : messages.get(editOf);
  const mark = of === undefined ? null : markIn(of.parts);
  return mark === null ? parts : withMark(parts, mark);
}
