import { useEffect, useState } from 'react';

export interface Token {
  readonly content: string;
  readonly light: string | undefined;
  readonly dark: string | undefined;
}
export type Line = readonly Token[];

/** Beyond this, the elements of the colours would cost more than they tell; the text is shown plain. */
const colouredCharacters = 20_000;

/**
 * The lines of a source with their colours; `null` while they are not known, or are not wanted yet.
 *
 * The highlighter and each grammar are loaded when first needed, and work when the page has nothing else to do.
 */
export function useHighlight(source: string, language: string, wanted: boolean): readonly Line[] | null {
  const [known, setKnown] = useState<{ source: string; lines: readonly Line[] } | null>(null);
  useEffect(() => {
    if (!wanted || language === '' || source.length > colouredCharacters) return;
    const gone = new AbortController();
    void import('./highlighter')
      .then(({ highlight }) => highlight(source, language, gone.signal))
      .then((lines) => {
        if (lines !== null && !gone.signal.aborted) setKnown({ source, lines });
      });
    return () => gone.abort();
  }, [source, language, wanted]);
  return known?.source === source ? known.lines : null;
}
