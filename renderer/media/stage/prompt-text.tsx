import { useState } from 'react';
import { cutText } from '../../../shared/text/cut-text';
import { classes } from '../../ui/classes';

const clampedCharacters = 220;

/** The prompt; only the beginning of a long one until it is expanded. */
export function PromptText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > clampedCharacters;
  return (
    <div className="flex-none">
      <p
        className={classes(
          'select-text whitespace-pre-wrap break-words',
          isLong && !isOpen && 'line-clamp-6',
        )}
      >
        {cutText(text, 4_000)}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="rounded-sm text-accent text-sm hover:underline"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}
