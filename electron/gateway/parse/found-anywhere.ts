/** What in an answer may be a result, where none stands in a place that is known. */
import type { MediaSource } from '../types/media';
import { isRecord, plainName } from './json';
import { readMediaText } from './media-source';
import { sniffMediaType } from './media-type';
import { endsLikeMedia } from './result-address';
import { isSkipped, parseInner } from './results';

/** Looked at last: a picture of the result, and not the result. */
const LESSER = /^min$|cover|thumb|preview|poster|lastframe|firstframe|icon|avatar|logo/;
/** As texts these are addresses of the job itself; as objects they hold what it came to. */
const HOLDERS: ReadonlySet<string> = new Set(['response', 'task', 'status', 'fetch', 'check']);
/** Of what looks like no media: each is a download, and hardly a result. */
const MOST_UNLIKELY = 16;
const SHORTEST_BASE64 = 256;
const MOST_TEXTS = 100_000;
const MOST_LEVELS = 40;

/** What {@link findAnywhere} finds that is media by its bytes or by the end of its address. */
export const findLikely = (answer: unknown, baseUrl: string): readonly MediaSource[] =>
  rankedIn(answer, baseUrl)
    .filter(({ source, rank }) => rank === 0 || rankOf(source) === 0)
    .map(({ source }) => source);

/**
 * Every address and every long base64 of an answer, what looks like media first; for a job that is done and has no
 * result where results are known to be.
 */
export const findAnywhere = (answer: unknown, baseUrl: string): readonly MediaSource[] =>
  withoutUnlikely(rankedIn(answer, baseUrl)).map(({ source }) => source);

interface Ranked {
  readonly source: MediaSource;
  /** 0 for what is media by its bytes, by the end of its address, or by how a text shows it. */
  readonly rank: number;
}

function rankedIn(answer: unknown, baseUrl: string): readonly Ranked[] {
  const found = new Map<string, Ranked>();
  let seen = 0;
  for (const { text, isLesser } of textsIn(answer, false, 0)) {
    if (++seen > MOST_TEXTS) break;
    for (const { source, rank } of rankedOf(text, baseUrl)) {
      const key = source.kind === 'url' ? source.url : `${found.size} ${source.bytes.length}`;
      if (!found.has(key)) found.set(key, { source, rank: rank + (isLesser ? 2 : 0) });
    }
  }
  return [...found.values()].sort((one, other) => one.rank - other.rank);
}

function rankedOf(text: string, baseUrl: string): readonly Ranked[] {
  const shown = shownIn(text);
  const isShown = (source: MediaSource) => source.kind === 'url' && shown.has(source.url);
  return sourcesIn(text, baseUrl).map((source) => ({
    source,
    rank: isShown(source) ? 0 : rankOf(source),
  }));
}

/** The addresses that Markdown or HTML shows as an image, or offers as a download, whatever they end in. */
function shownIn(text: string): ReadonlySet<string> {
  const marks =
    /(?:!\[[^\]\n]{0,200}\]\(|(?<!!)\[[^\]\n]{0,100}download[^\]\n]{0,100}\]\(|<(?:img|video|audio|source)\s[^<>\n]{0,200}?src=["']?)\s{0,9}<?(https?:\/\/[^\s"'<>()[\]{}\\^`|]+)/gi;
  const urls = [...text.matchAll(marks)].map(([, url = '']) => url);
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).href));
}

/** What looks like media is never out of reach: of many, the app downloads some, and offers the others. */
function withoutUnlikely(ranked: readonly Ranked[]): readonly Ranked[] {
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
  return endsLikeMedia(new URL(source.url).pathname) ? 0 : 1;
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
