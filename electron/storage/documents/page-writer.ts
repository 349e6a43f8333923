import { documentLimits } from '../../../shared/media/documents';
import type { DocumentText } from '../../core/ports/documents';

/** Gathers the text of pages up to the bounds. */
export interface PageWriter {
  write(text: string): void;
  /** Begins another page, unless nothing was written to this one. */
  next(): void;
  /** Nothing more is kept. */
  isFull(): boolean;
  /** Says that a part is left out. */
  cut(): void;
  end(): DocumentText;
}

/** @param most pages that are kept */
export function createPageWriter(most: number = documentLimits.pages): PageWriter {
  const texts: string[] = [];
  let page: string[] = [];
  let characters = 0;
  let isCut = false;
  const isFull = () => isCut || texts.length >= Math.min(most, documentLimits.pages);
  const close = () => {
    // Line by line: a pattern would try each of a million blanks as the beginning of the end of a line.
    const lines = page
      .join('')
      .split('\n')
      .map((line) => line.trimEnd());
    const text = lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    page = [];
    if (text !== '') texts.push(text);
  };
  return {
    write(text) {
      if (isFull()) return;
      const room = documentLimits.characters - characters;
      page.push(text.length > room ? text.slice(0, room) : text);
      characters += text.length;
      if (text.length > room) isCut = true;
    },
    next: close,
    isFull,
    cut() {
      isCut = true;
    },
    end() {
      close();
      return { texts, pages: Math.max(1, texts.length), isCut };
    },
  };
}
