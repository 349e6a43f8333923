import { useState } from 'react';
import { Button } from '../../../ui/button';

/** Beyond this, laying out the whole text would cost more than anyone reads of it. */
const shownCharacters = 20_000;

/** Text that is shown as it came, because drawing it as markdown would cost too much. */
export function PlainText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const cut = !all && text.length > shownCharacters;
  return (
    <div>
      <p className="whitespace-pre-wrap">{cut ? text.slice(0, shownCharacters) : text}</p>
      {cut && (
        <Button tone="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}
