import { type Comparison, compareColumns } from '../../../shared/compare';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Ports } from '../ports/ports';
import { type ComparisonServices, findComparison } from './comparisons';

/**
 * Deletes comparisons with their columns, and restores them. The text that a reply had by then is kept. Jobs continue,
 * since they are paid for, and their files stay in the library.
 */
export function createRemoval(
  ports: Ports,
  { events, replies }: ComparisonServices,
  announce: (id: string) => void,
) {
  const { comparisons, conversations } = ports.storage;
  /** Hides or shows chats together with what they belong to. */
  const setHidden = async (
    chats: readonly string[],
    isHidden: boolean,
    alongside: (at: number | null) => void,
  ) => {
    const at = isHidden ? ports.clock.now() : null;
    // First: the end of a reply would send, and pay for, the next message of its queue.
    ports.storage.transaction(() => {
      alongside(at);
      for (const chat of chats) conversations.setRemoved(chat, at);
    });
    if (isHidden) await Promise.all(chats.map(replies.drop));
  };
  const emitChats = (chats: readonly string[]) => {
    for (const conversationId of chats) {
      const conversation = conversations.get(conversationId);
      if (conversation) events.emit({ type: 'conversation.changed', conversation });
      else events.emit({ type: 'conversation.removed', conversationId });
    }
  };
  return {
    async takeOut({ id, columnId, isOut }: CheckedInput<'compare.takeOut'>): Promise<void> {
      const comparison = findComparison(ports, id);
      const column = comparisons.columnOf(id, columnId);
      if (!column) throw new AppError({ code: 'not_found', message: 'This column no longer exists.' });
      if (comparison.columns.some((one) => one.id === columnId) !== isOut) return;
      requireColumnCount(comparison, isOut);
      const { conversationId } = column;
      // A chat that was picked is an ordinary conversation, and stays.
      const chats = conversationId === null || comparison.winnerId === columnId ? [] : [conversationId];
      await setHidden(chats, isOut, (at) => comparisons.setColumnRemoved(columnId, at));
      announce(id);
      emitChats(chats);
    },
    async remove(id: string): Promise<void> {
      findComparison(ports, id);
      const chats = comparisons.conversationIds(id);
      await setHidden(chats, true, (at) => comparisons.setRemoved(id, at));
      events.emit({ type: 'comparison.removed', comparisonId: id });
      emitChats(chats);
    },
    async restore(id: string): Promise<void> {
      const chats = comparisons.conversationIds(id);
      await setHidden(chats, false, (at) => comparisons.setRemoved(id, at));
      announce(id);
      emitChats(chats);
    },
  };
}

function requireColumnCount({ columns }: Comparison, isOut: boolean): void {
  const { fewest, most } = compareColumns;
  const isRefused = isOut ? columns.length <= fewest : columns.length >= most;
  if (!isRefused) return;
  const limit = isOut ? `at least ${fewest}` : `at most ${most}`;
  const message = `A comparison has ${limit} columns.`;
  throw new AppError({ code: 'invalid_input', field: 'columnId', message });
}
