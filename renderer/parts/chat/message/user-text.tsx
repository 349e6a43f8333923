import { useState } from 'react';
import { cutText } from '../../../../shared/text/cut-text';
import { directionOf } from '../../../lib/direction-of';
import { Button } from '../../../ui/button';

/** Above this length, laying out the whole text would be too slow. */
const shownCharacters = 4_000;

/** Your message as it was typed. */
export function UserText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const cut = !all && text.length > shownCharacters;
  return (
    <>
      <p
        data-own-text
        dir={directionOf(text) === 'rtl' ? 'rtl' : undefined}
        className="whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {cut ? cutText(text, shownCharacters) : text}
      </p>
      {cut && (
        <Button tone="quiet" className="mt-1" data-shows-all onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
