import { useEffect, useState } from 'react';
import { untilLoaded } from '../../lib/until-loaded';
import type { Line } from './code-roles';

/** Above this length, the elements of the colors would be too slow; the text is shown plain. */
const coloredCharacters = 20_000;

/**
 * The lines of a source with the role of each part; `null` while they are unknown, or not wanted yet.
 *
 * The highlighter and each grammar are loaded when first needed.
 */
export function useHighlight(source: string, language: string, wanted: boolean): readonly Line[] | null {
  const [known, setKnown] = useState<{ source: string; lines: readonly Line[] } | null>(null);
  useEffect(() => {
    if (!wanted || language === '' || source.length > coloredCharacters) return;
    let isGone = false;
    void untilLoaded(() => import('./highlighter'))
      .then(({ highlight }) => highlight(source, language))
      .then((lines) => {
        if (lines !== null && !isGone) setKnown({ source, lines });
      });
    return () => {
      isGone = true;
    };
  }, [source, language, wanted]);
  return known?.source === source ? known.lines : null;
}
