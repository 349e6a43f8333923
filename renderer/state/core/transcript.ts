/** The messages of a transcript: the branch that ends in a conversation's leaf. */
import type { Message } from '../../../shared/chat/chat';

export interface Transcript {
  readonly ids: readonly string[];
  /** The message before the first loaded one; `null` at the beginning of the conversation. */
  readonly aboveId: string | null;
  /** False while the end of the branch is not loaded. */
  readonly loaded: boolean;
}

/** The walk from the leaf up the parents, as far as messages are loaded; oldest first. */
export function transcriptOf(messages: Readonly<Record<string, Message>>, leafId: string | null): Transcript {
  const ids: string[] = [];
  let next = leafId;
  while (next !== null && messages[next] !== undefined) {
    ids.push(next);
    next = messages[next]?.parentId ?? null;
  }
  return { ids: ids.reverse(), aboveId: next, loaded: ids.length > 0 || leafId === null };
}
