import type { Message } from '../../../../shared/chat/chat';

const words = {
  edited: ['Edited', 'This message was changed here. What it was before is another version.'],
  inserted: ['Inserted', 'This message was written here; no request brought it.'],
} as const;

/** Says of a message that a person wrote or changed it: a reply that no model gave must not look like one. */
export function ByHand({ message: { change } }: { message: Pick<Message, 'change'> }) {
  if (change !== 'edited' && change !== 'inserted') return null;
  const [text, title] = words[change];
  return (
    <span className="ml-1 text-muted text-sm" title={title}>
      {text}
    </span>
  );
}
