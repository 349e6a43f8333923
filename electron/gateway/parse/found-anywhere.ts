/** What in an answer may be a result, where none stands in a place that is known. */
import type { MediaSource } from '../types/media';
import { isRecord, plainName } from './json';
import { readMediaText } from './media-source';
import { sniffMediaType } from './media-type';
import { isSkipped, parseInner } from './results';

/** Looked at last: a picture of the result, and not the result. */
const LESSER = /^min$|cover|thumb|preview|poster|lastframe|firstframe|icon|avatar|logo/;
const MEDIA_PATH =
  /\.(?:mp4|webm|mov|m4v|mkv|avi|gif|png|jpe?g|webp|avif|svg|mp3|wav|ogg|opus|flac|aac|m4a|pcm)$/i;
/** As texts these are addresses of the job itself; as objects they hold what it came to. */
const HOLDERS: ReadonlySet<string> = new Set(['response', 'task', 'status', 'fetch', 'check']);
/** Of what looks like no media: each is a download, and hardly a result. */
const MOST_UNLIKELY = 16;
const SHORTEST_BASE64 = 256;
const MOST_TEXTS = 100_000;
const MOST_LEVELS = 40;

/** What {@link findAnywhere} finds that is media by its bytes or by the end of its address. */
export const findLikely = (answer: unknown, baseUrl: string): readonly MediaSource[] =>
  findAnywhere(answer, baseUrl).filter((source) => rankOf(source) === 0);

/**
 * Every address and every long base64 of an answer, what looks like media first; for a job that is done and has no
 * result where results are known to be.
 */
export function findAnywhere(answer: unknown, baseUrl: string): readonly MediaSource[] {
  const found = new Map<string, { source: MediaSource; rank: number }>();
  let seen = 0;
  for (const { text, isLesser } of textsIn(answer, false, 0)) {
    if (++seen > MOST_TEXTS) break;
    for (const source of sourcesIn(text, baseUrl)) {
      const key = source.kind === 'url' ? source.url : `${found.size} ${source.bytes.length}`;
      if (!found.has(key)) found.set(key, { source, rank: rankOf(source) + (isLesser ? 2 : 0) });
    }
  }
  const ranked = [...found.values()].sort((one, other) => one.rank - other.rank);
  return withoutUnlikely(ranked).map(({ source }) => source);
}

/** What looks like media is never out of reach: of many, the app downloads some, and offers the others. */
function withoutUnlikely<One extends { readonly rank: number }>(ranked: readonly One[]): readonly One[] {
  const likely = ranked.filter(({ rank }) => rank === 0).length;
  return ranked.slice(0, Math.max(likely, MOST_UNLIKELY));
}

interface Text {
  readonly text: string;
  readonly isLesser: boolean;
}

function* textsIn(value: unknown, isLesser: boolean, level: number): Generator<Text> {
  const inner = typeof value === 'string' ? (parseInner(value) ?? value) : value;
  if (typeof inner === 'string') yield { text: inner, isLesser };
  if (typeof inner !== 'object' || inner === null || level > MOST_LEVELS) return;
  for (const [field, item] of Object.entries(inner)) {
    const name = isRecord(inner) ? plainName(field) : '';
    const isHeld = typeof item === 'object' && HOLDERS.has(name);
    if (isHeld || !isSkipped(name)) yield* textsIn(item, isLesser || LESSER.test(name), level + 1);
  }
}

function rankOf(source: MediaSource): number {
  if (source.kind === 'bytes') return sniffMediaType(source.bytes) === null ? 1 : 0;
  return MEDIA_PATH.test(new URL(source.url).pathname) ? 0 : 1;
}

/** A text that is base64 or an address, or addresses within a text. */
function sourcesIn(text: string, baseUrl: string): readonly MediaSource[] {
  const isWhole = !/\s/.test(text.trim()) || text.length >= SHORTEST_BASE64;
  const source = isWhole && !/^https?:/i.test(text) ? readMediaText(text, baseUrl, null) : null;
  if (source !== null) return [source];
  const addresses = text.match(/https?:\/\/[^\s"'<>()[\]{}\\^`|]+/gi) ?? [];
  // As Markdown has them: `![image](data:image/png;base64,…)`.
  const inside = text.match(/data:(?:image|audio|video)\/[\w.+-]+;base64,[\w+/=-]+/gi) ?? [];
  return [...inside, ...addresses].flatMap(
    (address) => readMediaText(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), baseUrl, null) ?? [],
  );
}
