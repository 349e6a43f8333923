/**
 * Places up to which a gateway keeps the prompt, so that the next request reads it for less
 * (docs.anthropic.com/en/docs/build-with-claude/prompt-caching). A message that is marked here has the fields of its last
 * content part in its part of the type `fields`; one that was written as JSON has them where they were written.
 */
import { isRawPart, type Part } from './parts';

/** Of one request; a fifth is refused. */
export const CACHE_POINTS = 4;

type Json = Readonly<Record<string, unknown>>;

/** How long a gateway keeps what is before a point: five minutes, or what its `ttl` says. */
export type CacheTime = '5m' | '1h';

/** What is put into the last content part of a marked message. */
const mark = { cache_control: { type: 'ephemeral' } };
const longMark = { cache_control: { ...mark.cache_control, ttl: '1h' } };

/** The fields of a point that is kept so long. */
export const markFor = (time: CacheTime): Json => (time === '1h' ? longMark : mark);

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that a mark adds to what is sent last of the message; `null` without a mark. */
export function lastFieldsOf(parts: readonly Pick<Part, 'type'>[]): Json | null {
  for (const part of parts as readonly Part[])
    if (part.type === 'fields' && isRawPart(part) && isRecord(part.raw) && isRecord(part.raw.onLast))
      return part.raw.onLast;
  return null;
}

/** Every `cache_control` in it. */
function controlsIn(value: unknown): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isRecord(value) && isRecord(value.cache_control) ? [value.cache_control] : [];
  return [...own, ...Object.values(value).flatMap(controlsIn)];
}

const controlsOf = (parts: readonly Part[]): readonly Json[] =>
  parts.flatMap((part) => (isRawPart(part) ? controlsIn(part.raw) : []));

/** Whether a point of it is kept for longer than usual, which costs more where the list of models says so. */
export const keepsLong = (parts: readonly Part[]): boolean =>
  controlsOf(parts).some(({ ttl = '5m' }) => ttl !== '5m');

/** How long each of its points is kept, in their order; what is no known time counts as given. */
export const cacheTimesIn = (parts: readonly Part[]): readonly unknown[] =>
  controlsOf(parts).map(({ ttl = '5m' }) => ttl);

/** The fields of the last point of a message, as they were given; `null` without one. */
export function markIn(parts: readonly Part[]): Json | null {
  const last = controlsOf(parts).at(-1);
  return lastFieldsOf(parts) ?? (last === undefined ? null : { cache_control: last });
}

/** Of one message, those that were written as JSON too. */
export const cachePointsIn = (parts: readonly Part[]): number => controlsOf(parts).length;

/** Nothing but a mark: no frame of a message that was written as JSON. */
export const isOnlyMark = (raw: unknown): boolean =>
  isRecord(raw) && Object.keys(raw).length === 1 && 'onLast' in raw;

/**
 * A frame keeps what it has.
 * @param raw of the part of the type `fields` that is there, if one is
 * @param fields of the point, where it is not a usual one
 */
export const marked = (raw: unknown = {}, fields: Json = mark): unknown => ({
  ...(isRecord(raw) ? raw : {}),
  onLast: fields,
});

/** Without any mark in it, whoever wrote it. */
export function unmarked(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(unmarked);
  if (!isRecord(raw)) return raw;
  const kept = Object.entries(raw).filter(([name]) => name !== 'cache_control' && name !== 'onLast');
  return Object.fromEntries(kept.map(([name, value]) => [name, unmarked(value)]));
}

/** Puts fields into the last content part of a message; one without content stays as it is. */
export function withLastFields<Message extends { readonly content?: unknown }>(
  message: Message,
  fields: Json | null,
): Message {
  const { content } = message;
  if (fields === null) return message;
  const parts = typeof content === 'string' ? textParts(content) : content;
  const last = Array.isArray(parts) ? (parts as unknown[]).at(-1) : undefined;
  if (!isRecord(last)) return message;
  return { ...message, content: [...(parts as unknown[]).slice(0, -1), { ...last, ...fields }] };
}

const textParts = (text: string): readonly unknown[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);
