import { useState } from 'react';
import { cutText, endOfText } from '../../../shared/text/cut-text';
import { Button } from '../../ui/button';

/** Above this length, laying out the whole text would be too slow. */
const shownCharacters = 20_000;

interface PlainTextProps {
  text: string;
  /** While it grows, its end is shown. */
  growing?: boolean;
}

/** Text shown without markdown, because rendering it would be too slow. */
export function PlainText({ text, growing = false }: PlainTextProps) {
  const [all, setAll] = useState(false);
  const cut = !all && text.length > shownCharacters;
  const shown = growing ? endOfText(text, shownCharacters) : cutText(text, shownCharacters);
  return (
    <div>
      <p className="whitespace-pre-wrap">{cut ? shown : text}</p>
      {cut && (
        <Button tone="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}
