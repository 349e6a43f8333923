import type { TextPart } from './runner';

export function wholeText(text: string): TextPart[] {
  return [{ start: 0, end: text.length }];
}

/**
 * Cuts a text into parts of at most `maxCharacters`, at the ends of sentences. A longer sentence is cut between words,
 * a longer word anywhere but inside a character. The parts join to the whole text.
 */
export function splitAtSentences(text: string, maxCharacters: number): TextPart[] {
  const ends = (granularity: Intl.SegmenterOptions['granularity'], from: number, to: number) => {
    const segmenter = new Intl.Segmenter(undefined, { granularity });
    return [...segmenter.segment(text.slice(from, to))].map(
      ({ index, segment }) => from + index + segment.length,
    );
  };
  const finer = { sentence: 'word', word: 'grapheme', grapheme: null } as const;
  const splitRange = (
    granularity: 'sentence' | 'word' | 'grapheme',
    from: number,
    to: number,
  ): TextPart[] => {
    const parts: TextPart[] = [];
    let start = from;
    let last = from;
    for (const end of ends(granularity, from, to)) {
      if (end - start <= maxCharacters) {
        last = end;
        continue;
      }
      if (last > start) parts.push({ start, end: last });
      start = last;
      const next = finer[granularity];
      if (end - start > maxCharacters && next !== null) {
        const pieces = splitRange(next, start, end);
        parts.push(...pieces.slice(0, -1));
        start = pieces.at(-1)?.start ?? start;
      }
      last = end;
    }
    if (last > start) parts.push({ start, end: last });
    return parts;
  };
  return splitRange('sentence', 0, text.length);
}
