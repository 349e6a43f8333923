import { useMemo, useState } from 'react';
import { call } from '../../../link/call';
import { useOfConversation } from '../../../state/ui/selectors';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { BranchList } from './branch-list';
import { branchRows } from './branch-rows';
import { MessageList } from './message-list';

interface MapViewsProps {
  conversationId: string;
  onMessage: (messageId: string) => void;
  onBranch: (messageId: string) => void;
}

const views = [
  ['messages', 'Your messages'],
  ['branches', 'Branches'],
] as const;

/** The messages of the branch on show, or where the chat has several branches, all of these. */
export default function MapViews({ conversationId, onMessage, onBranch }: MapViewsProps) {
  const [view, setView] = useState<(typeof views)[number][0]>('messages');
  const leafId = useOfConversation(conversationId, (conversation) => conversation.leafId) ?? null;
  const { value, error } = useAnswer(
    () => call('conversations.outline', { id: conversationId }),
    [conversationId, leafId],
  );
  const rows = useMemo(() => branchRows(value ?? [], leafId), [value, leafId]);
  return (
    <>
      {rows.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
        <div role="group" aria-label="Show" className="flex gap-1 px-1 pb-1">
          {views.map(([id, text]) => (
            <button
              key={id}
              type="button"
              aria-pressed={view === id}
              onClick={() => setView(id)}
              className="h-[26px] rounded-[6px] px-2 text-muted hover:bg-hover aria-pressed:bg-hover aria-pressed:font-semibold aria-pressed:text-text"
            >
              {text}
            </button>
          ))}
        </div>
      )}
      {view === 'messages' ? (
        <MessageList conversationId={conversationId} onOpen={onMessage} />
      ) : (
        <BranchList rows={rows} onOpen={onBranch} />
      )}
      {error && <ErrorCard error={error} />}
    </>
  );
}
