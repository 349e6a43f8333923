import { Pencil } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { wordsOf } from '../../../../shared/chat/message-words';
import { filesOf, roleNames } from '../../../../shared/chat/parts';
import { editKey, setDraft } from '../../../state/ui/drafts';
import { useUiState } from '../../../state/ui/ui-state';
import { IconButton } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { BranchStepper } from './branch-stepper';
import { ByHand } from './by-hand';
import { EditForm } from './edit-form';
import { MessageMenu } from './message-menu';
import { MessageParts } from './message-parts';

/** Your message, or one of the system, developer or tool, and the ways to edit it. */
export const OwnMessage = memo(function OwnMessage({ message }: { message: Message }) {
  const { role } = message;
  const isEdited = useUiState(({ drafts }) => drafts[editKey(message.id)] !== undefined);
  return (
    <div className="group/message mx-auto flex max-w-[760px] flex-col items-end">
      <article
        aria-label={role === 'assistant' ? undefined : roleNames[role]}
        tabIndex={-1}
        data-message={message.id}
        className="max-w-[85%] rounded-card rounded-br-[3px] border border-line bg-raised px-3.5 py-2"
        hidden={isEdited}
      >
        {role !== 'user' && role !== 'assistant' && (
          <p aria-hidden className="mb-0.5 text-muted text-xs">
            {roleNames[role]}
          </p>
        )}
        <MessageParts parts={message.parts} message={message} />
      </article>
      {isEdited ? <EditForm message={message} /> : <Ways message={message} />}
    </div>
  );
});

/** Beside the message, not in it, so that the message reads as its text alone. */
function Ways({ message }: { message: Message }) {
  const { id, text, parts } = message;
  const words = wordsOf(parts);
  const edit = () => setDraft(editKey(id), { text, attachments: filesOf(parts) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields.
    <div role="group" aria-label="Your message" className="-mb-4 mt-0.5 flex min-h-7 items-center">
      {/* Visible on hover and on focus; always present for screen readers. */}
      <span className="flex opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 has-data-[state=open]:opacity-100">
        {message.role === 'user' && (
          <IconButton icon={Pencil} label="Edit" data-edit={message.id} onClick={edit} />
        )}
        {words !== null && <CopyButton label="Copy message" text={() => words.text} />}
        <MessageMenu message={message} />
      </span>
      <ByHand message={message} />
      <BranchStepper message={message} />
    </div>
  );
}
