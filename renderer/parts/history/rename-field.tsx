import { type KeyboardEvent, useEffect, useRef } from 'react';
import { limits } from '../../../shared/limits';
import { focusWhenThere } from '../../lib/focus';

interface RenameFieldProps {
  title: string;
  /** Selects what takes the focus after a key, once it is in the place of the field. */
  focusBack: string;
  /** Called with another title, never with an empty one. */
  onRename: (title: string) => void;
  onDone: () => void;
}

/** An editable title: Enter saves it, Escape does not. */
export function RenameField({ title: before, focusBack, onRename, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    // After the menu that opened it has returned the focus.
    const timer = setTimeout(() => input.current?.select());
    return () => clearTimeout(timer);
  }, []);

  const finish = () => {
    // Leaving the field is a blur too; only the first of the two counts.
    done.current = true;
    onDone();
  };
  const keep = () => {
    if (done.current) return;
    const title = input.current?.value.trim() ?? '';
    finish();
    if (title !== '' && title !== before) onRename(title);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Enter') keep();
    else {
      event.preventDefault();
      finish();
    }
    focusWhenThere(() => document.querySelector<HTMLElement>(focusBack));
  };
  return (
    <input
      ref={input}
      aria-label="Title"
      defaultValue={before}
      maxLength={limits.titleCharacters}
      onKeyDown={onKeyDown}
      onBlur={keep}
      className="field h-8"
    />
  );
}
