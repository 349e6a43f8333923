interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

const begin = '\u0002';
const end = '\u0003';

/** A snippet's text, split at its marks. */
export function markedParts(snippet: string): readonly Part[] {
  return snippet.split(begin).flatMap((piece, index) => {
    if (index === 0) return part(piece, false);
    const [marked = '', ...rest] = piece.split(end);
    return [...part(marked, true), ...part(rest.join(''), false)];
  });
}

const part = (text: string, isMarked: boolean): Part[] => (text === '' ? [] : [{ text, isMarked }]);
