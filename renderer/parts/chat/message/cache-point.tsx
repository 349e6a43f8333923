import { BookmarkCheck } from 'lucide-react';
import { useCoreState } from '../../../state/core/core-state';
import { useTakesCachePoints } from '../cache-points';

/** Says of a message that the gateway keeps the prompt up to it, and where the chosen model takes no such point. */
export function CachePoint({ messageId }: { messageId: string }) {
  const conversationId = useCoreState(({ messages }) => messages[messageId]?.conversationId);
  const isTaken = useTakesCachePoints(conversationId ?? '');
  if (conversationId === undefined) return null;
  return (
    <p className="mt-2 flex items-center gap-1.5 text-muted text-sm">
      <BookmarkCheck className="icon flex-none" aria-hidden />
      {isTaken ? 'Cache point' : 'Cache point · the chosen model takes none'}
    </p>
  );
}
