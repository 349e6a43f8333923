import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollStop } from '../../ui/scroll-stop';
import { standsFor } from '../chat/message/plain-text';

type Katex = typeof import('./katex');

let loaded: Katex | null = null;

/**
 * A formula: its source until KaTeX is loaded, with the first one.
 *
 * KaTeX builds the elements itself. Its usual output, a string of HTML with inline styles, is refused by the content
 * security policy.
 */
export function Formula({ source, display }: { source: string; display: boolean }) {
  const element = useRef<HTMLSpanElement>(null);
  const katex = useKatex();
  useLayoutEffect(() => {
    if (element.current === null) return;
    standsFor(element.current, display ? `\n${source}\n` : source);
    katex?.draw(element.current, source, display);
    return scrollStop(element.current.querySelector<HTMLElement>('.katex-display'));
  }, [katex, source, display]);
  // A new element for each renderer, since KaTeX and React must not both own the children of one.
  return katex === null ? <code>{source}</code> : <span ref={element} key="drawn" />;
}

function useKatex(): Katex | null {
  const [katex, setKatex] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    let gone = false;
    void import('./katex').then((module) => {
      loaded = module;
      if (!gone) setKatex(module);
    });
    return () => {
      gone = true;
    };
  }, []);
  return katex;
}
