import { useEffect, useState } from 'react';

export interface Token {
  readonly content: string;
  readonly light: string | undefined;
  readonly dark: string | undefined;
}
export type Line = readonly Token[];

/** Beyond this, colouring takes longer than reading is worth; the text is shown plain. */
const colouredCharacters = 60_000;

/**
 * The lines of a source with their colours; `null` while they are not known, or are not wanted yet.
 *
 * The highlighter and each grammar are loaded when first needed.
 */
export function useHighlight(source: string, language: string, wanted: boolean): readonly Line[] | null {
  const [known, setKnown] = useState<{ source: string; lines: readonly Line[] } | null>(null);
  useEffect(() => {
    if (!wanted || language === '' || source.length > colouredCharacters) return;
    let gone = false;
    void import('./highlighter').then(({ highlight }) =>
      highlight(source, language, (lines) => {
        if (!gone) setKnown({ source, lines });
      }),
    );
    return () => {
      gone = true;
    };
  }, [source, language, wanted]);
  return known?.source === source ? known.lines : null;
}
