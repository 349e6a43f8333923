import { useId, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { useCoreState } from '../../../state/core/core-state';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { loadByIds, showBranch } from '../conversation-actions';
import { Figures } from './figures';
import { MessageParts } from './message-parts';

interface CompareDialogProps {
  message: Message;
  onClose: () => void;
}

/** Two versions of a message side by side; either can be made the visible one. */
export default function CompareDialog({ message, onClose }: CompareDialogProps) {
  const { id, conversationId, siblingIds } = message;
  const [leftId, setLeft] = useState(() => neighbor(message));
  const [rightId, setRight] = useState(id);
  const { error } = useAnswer(() => loadByIds(conversationId, siblingIds), [conversationId, siblingIds]);
  const keep = async (messageId: string) => {
    if (messageId === id || (await showBranch(conversationId, messageId))) onClose();
  };
  return (
    <Dialog title="Compare versions" onClose={onClose} size="wide">
      {error !== null && <ErrorCard error={error} />}
      <div className="grid min-h-0 flex-1 grid-cols-2 gap-3">
        <Version name="Left" id={leftId} siblingIds={siblingIds} onChoose={setLeft} onKeep={keep} />
        <Version name="Right" id={rightId} siblingIds={siblingIds} onChoose={setRight} onKeep={keep} />
      </div>
      <div className="mt-3 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** The one before, else the one after. */
function neighbor({ id, siblingIds }: Message): string {
  const place = siblingIds.indexOf(id);
  return siblingIds[place - 1] ?? siblingIds[place + 1] ?? id;
}

interface VersionProps {
  name: string;
  id: string;
  siblingIds: readonly string[];
  onChoose: (id: string) => void;
  onKeep: (id: string) => Promise<void>;
}

function Version({ name, id, siblingIds, onChoose, onKeep }: VersionProps) {
  const message = useCoreState(({ messages }) => messages[id]);
  const selectId = useId();
  return (
    <section
      aria-label={`${name} version`}
      className="flex min-h-0 min-w-0 flex-col rounded-card border border-line"
    >
      <div className="flex flex-none flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        <label htmlFor={selectId} className="sr-only">
          {name}
        </label>
        <select
          id={selectId}
          value={id}
          onChange={(event) => onChoose(event.target.value)}
          className="field w-auto min-w-0"
        >
          {siblingIds.map((sibling, index) => (
            <option key={sibling} value={sibling}>
              Version {index + 1} of {siblingIds.length}
            </option>
          ))}
        </select>
        <bdi className="min-w-0 flex-1 basis-24 truncate text-muted">{message?.model}</bdi>
        <Button onClick={() => void onKeep(id)}>Show this one</Button>
      </div>
      <div
        className="min-h-0 flex-1 overflow-y-auto p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
      >
        {message !== undefined && <VersionText message={message} />}
      </div>
    </section>
  );
}

function VersionText({ message }: { message: Message }) {
  const { parts, role } = message;
  return (
    <>
      {parts.length === 0 && <p className="text-muted">No content</p>}
      <MessageParts parts={parts} message={{ ...message, isAside: true }} />
      {role === 'assistant' && (
        <div className="mt-2">
          <Figures message={message} />
        </div>
      )}
    </>
  );
}
