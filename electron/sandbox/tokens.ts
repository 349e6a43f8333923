/**
 * Tokens of a text, by the tokenizer of current OpenAI models (`o200k_base`).
 *
 * Its tables take 40 MB and 0.1 s to load, so they are loaded once a chat is expected.
 */

/** A real tokenizer is quadratic in the length of one unbroken word; cut so, it is linear. */
const SLICE_CHARACTERS = 1024;

export interface Tokenizer {
  /** Number of tokens, or `null` once it is above `limit`. */
  count(text: string, limit: number): number | null;
  /**
   * The text, token by token. A character that takes several tokens comes whole with the last of them, the others
   * are empty, so the pieces joined are the text.
   */
  split(text: string): Iterable<string>;
}

let loading: Promise<Tokenizer> | null = null;

export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Tokenizer> {
  const [{ encode }, { default: vocabulary }] = await Promise.all([
    import('gpt-tokenizer/encoding/o200k_base'),
    import('gpt-tokenizer/bpeRanks/o200k_base'),
  ]);
  // Special tokens inside a text are text, not commands.
  const options = { disallowedSpecial: new Set<string>() };
  const encodeSlices = function* (text: string) {
    for (const slice of slices(text)) yield { slice, ids: encode(slice, options) };
  };
  const byteLength = (id: number): number => {
    const entry = vocabulary[id] ?? '';
    return typeof entry === 'string' ? Buffer.byteLength(entry) : entry.length;
  };
  return {
    count(text, limit) {
      let total = 0;
      for (const { ids } of encodeSlices(text)) {
        total += ids.length;
        if (total > limit) return null;
      }
      return total;
    },
    *split(text) {
      for (const { slice, ids } of encodeSlices(text)) yield* splitBytes(slice, ids.map(byteLength));
    },
  };
}

function* splitBytes(text: string, lengths: readonly number[]): Iterable<string> {
  const bytes = Buffer.from(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let offset = 0;
  for (const length of lengths) {
    yield decoder.decode(bytes.subarray(offset, offset + length), { stream: true });
    offset += length;
  }
}

/** Cuts before a single space between words, where the tokenizer cuts too, so that the count stays the same. */
function* slices(source: string): Iterable<string> {
  const text = source.toWellFormed();
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= SLICE_CHARACTERS ? text.length : sliceEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE_CHARACTERS;
  for (let at = text.lastIndexOf(' ', limit); at > start; at = text.lastIndexOf(' ', at - 1)) {
    if (/^\S \S/.test(text.slice(at - 1, at + 2))) return at;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return isPair ? limit - 1 : limit;
}
