import { useState } from 'react';
import { cutText } from '../../shared/text/cut-text';
import { Button } from './button';

/** The beginning of a text that is too long to be laid out at once, until all of it is asked for. */
export function CutText({ text, characters }: { text: string; characters: number }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= characters) return text;
  return (
    <>
      {cutText(text, characters)}…
      <span className="block pt-2 font-sans">
        <Button data-shows-all onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      </span>
    </>
  );
}
