import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Conversation } from '../../../../shared/chat';
import { limits } from '../../../../shared/limits';
import { call } from '../../../actions';
import { announce } from '../../frame/announcer';
import { isComposing } from '../../shortcuts/keys';

/** A conversation's title while it is written anew: Enter keeps it, Escape does not. */
export function RenameField({ conversation, onDone }: { conversation: Conversation; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    // After the menu it was chosen from has given its focus back.
    const timer = setTimeout(() => input.current?.select());
    return () => clearTimeout(timer);
  }, []);

  const finish = () => {
    // Leaving the field is a blur too; only the first of the two counts.
    done.current = true;
    onDone();
  };
  const keep = async () => {
    if (done.current) return;
    const title = input.current?.value.trim() ?? '';
    finish();
    if (title === '' || title === conversation.title) return;
    const answer = await call('conversations.rename', { id: conversation.id, title });
    if (!answer.ok) announce(`${answer.error.code}: ${answer.error.message}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') void keep();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    finish();
  };
  return (
    <input
      ref={input}
      aria-label="Title"
      defaultValue={conversation.title}
      maxLength={limits.titleCharacters}
      onKeyDown={onKeyDown}
      onBlur={() => void keep()}
      className="field h-8"
    />
  );
}
