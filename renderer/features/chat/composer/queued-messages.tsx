import { ArrowUp, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { Conversation, QueuedMessage } from '../../../../shared/chat/chat';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import { cutText } from '../../../../shared/text/cut-text';
import { countedFiles } from '../../../lib/file-words';
import { findShown } from '../../../lib/focus';
import { focusLater } from '../../../lib/focus-later';
import { call } from '../../../link/call';
import { useToolRound } from '../../../parts/chat/message/use-tool-round';
import { sendQueued } from '../../../parts/chat/reply-actions';
import { insertText } from '../../../parts/prompts/insert-text';
import { draftOf, setDraft } from '../../../state/ui/drafts';
import { useConversation } from '../../../state/ui/selectors';
import { useUiState } from '../../../state/ui/ui-state';
import { ErrorCard } from '../../../ui/alert';
import { IconButton } from '../../../ui/button';
import { HeldLine } from './held-line';

/** What is not sent yet: fields that are to be checked first, and messages that wait. */
export function QueuedMessages({ chatKey }: { chatKey: string }) {
  return (
    <>
      <HeldLine chatKey={chatKey} />
      <Waiting chatKey={chatKey} />
    </>
  );
}

/** What waits for the reply being written to end, in the order it will be sent. */
function Waiting({ chatKey }: { chatKey: string }) {
  const conversation = useConversation(chatKey);
  const [error, setError] = useState<AppErrorData | null>(null);
  if (conversation === undefined || (conversation.queued.length === 0 && error === null)) return null;
  return <Queue conversation={conversation} error={error} setError={setError} />;
}

interface QueueProps {
  conversation: Conversation;
  error: AppErrorData | null;
  setError: (error: AppErrorData | null) => void;
}

function Queue({ conversation, error, setError }: QueueProps) {
  const chatKey = conversation.id;
  // While tools are answered by themselves, the reply that follows is still to come.
  const { isAnswering } = useToolRound(conversation.leafId ?? '');
  const waits = conversation.streamingMessageIds.length > 0 || isAnswering;
  const run = async (answer: Promise<Envelope<unknown> | null>) => {
    const focusComposer = focusLater('composer');
    const envelope = await answer;
    setError(envelope === null || envelope.ok ? null : envelope.error);
    focusComposer();
  };
  return (
    <>
      {error !== null && <ErrorCard error={error} />}
      <ul
        aria-label="Queued messages"
        className="flex max-h-[min(160px,20vh)] flex-col gap-1 overflow-y-auto"
      >
        {conversation.queued.map((queued, index) => (
          <QueuedRow
            key={queued.id}
            queued={queued}
            onEdit={() => void run(editQueued(chatKey, queued))}
            onRemove={() => void run(call('chat.dequeue', { messageId: queued.id }))}
            onSend={waits || index > 0 ? null : () => void run(sendQueued(chatKey, queued))}
          />
        ))}
      </ul>
    </>
  );
}

interface QueuedRowProps {
  queued: QueuedMessage;
  onEdit: () => void;
  onRemove: () => void;
  /** `null` while it is sent automatically, or another is before it. */
  onSend: (() => void) | null;
}

/** Of a long text, all that fits in one line. */
const shownCharacters = 300;

function QueuedRow({ queued, onEdit, onRemove, onSend }: QueuedRowProps) {
  return (
    <li className="flex items-center gap-1 rounded-control border border-line bg-panel py-0.5 pr-1 pl-3">
      <span className="mr-1 flex-none text-muted text-sm">{onSend === null ? 'Queued' : 'Not sent'}</span>
      <bdi className="min-w-0 flex-1 truncate">{cutText(queued.text, shownCharacters)}</bdi>
      {queued.attachments.length > 0 && (
        <span className="flex-none text-muted text-sm">{countedFiles(queued.attachments)}</span>
      )}
      {onSend !== null && <IconButton icon={ArrowUp} label="Send now" onClick={onSend} />}
      <IconButton icon={Pencil} label="Edit queued message" onClick={onEdit} />
      <IconButton icon={X} label="Remove queued message" onClick={onRemove} />
    </li>
  );
}

/** Moves a queued message back into the composer, before the text that is there. */
async function editQueued(conversationId: string, { id, text, attachments: waiting }: QueuedMessage) {
  const answer = await call('chat.dequeue', { messageId: id });
  if (!answer.ok) return answer;
  const { text: typed, attachments = [] } = draftOf(conversationId);
  const before = text === '' || typed === '' ? text : `${text}\n\n`;
  const area = isOpen(conversationId) ? findShown('composer') : null;
  if (area instanceof HTMLTextAreaElement && area.value === typed) insertText(area, 0, 0, before);
  else setDraft(conversationId, { text: `${before}${typed}` });
  setDraft(conversationId, { attachments: [...waiting, ...attachments] });
  return answer;
}

/** Another chat or tab may have been opened before the answer came. */
function isOpen(conversationId: string): boolean {
  const { route } = useUiState.getState();
  return route.tab === 'chat' && route.compareId === null && route.conversationId === conversationId;
}
