import { useState } from 'react';
import { Button } from '../../../ui/button';
import { directionFor } from '../../composer/direction';

/** Above this length, laying out the whole text would be too slow. */
const shownCharacters = 4_000;

/** Your message as it was typed. */
export function UserText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const cut = !all && text.length > shownCharacters;
  return (
    <>
      <p data-own-text dir={directionFor(text)} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {cut ? text.slice(0, shownCharacters) : text}
      </p>
      {cut && (
        <Button tone="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
