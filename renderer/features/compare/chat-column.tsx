import { TranscriptView } from '../../parts/chat/transcript';
import { useCoreState } from '../../state/core/core-state';
import type { ColumnView } from '../../state/ui/compares';
import { columnLetter } from '../../state/ui/compares';

/** The chat of a column, with the commands of any chat. */
export function ChatColumn({ column, index }: { column: ColumnView; index: number }) {
  const { conversationId } = column;
  const isGone = useCoreState(({ removedIds }) => conversationId !== null && removedIds.has(conversationId));
  if (isGone) {
    return (
      <p className="min-h-0 flex-1 p-5 text-muted">
        This chat was deleted. The next message starts a new one.
      </p>
    );
  }
  return (
    <TranscriptView
      key={conversationId}
      conversationId={conversationId}
      label={`Conversation ${columnLetter(index)}`}
      empty={<p className="p-5 text-muted">Waiting for a message</p>}
    />
  );
}
