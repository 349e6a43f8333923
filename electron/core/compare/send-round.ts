import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type Comparison, compareColumns } from '../../../shared/lab/compare';
import type { Spending } from '../admission/spending';
import type { RunningReplies } from '../chat/running-replies';
import type { Jobs } from '../jobs/jobs';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
import { type ComparisonServices, findComparison } from './comparisons';
import { type ColumnStart, plannedCall, storeRound } from './store-round';

type Round = CheckedInput<'compare.send'>;

export interface RoundServices {
  readonly profiles: Profiles;
  readonly replies: RunningReplies;
  readonly jobs: Jobs;
  readonly spending: Spending;
}

/**
 * Sends a message to all columns of a comparison at once. They are admitted as one sum and stored in one transaction: a
 * refusal leaves nothing behind. From then on each column runs and fails independently.
 */
export function createRoundSender(
  ports: Ports,
  { profiles, replies, jobs, spending }: RoundServices,
  announce: (comparisonId: string) => void,
) {
  const { comparisons } = ports.storage;
  const start = (column: ColumnStart, isConfirmed: boolean | undefined) => {
    if (column.kind === 'job') return jobs.begin(column.job.id);
    replies.start({ ...column.plan, isConfirmed });
    replies.announce(column.plan.conversationId, [column.messageId, column.plan.replyId]);
  };
  return async (round: Round): Promise<void> => {
    if (comparisons.hasRound(round.roundId)) return;
    const activeId = profiles.activeId();
    const used = round.columns.map(({ profileId }) => profileId ?? activeId);
    for (const profileId of new Set(used)) await profiles.access(profileId);
    // Checked again: the same round may have arrived while this one waited.
    if (comparisons.hasRound(round.roundId)) return;
    requireSendable(ports, replies, round);
    const starts = ports.storage.transaction(() => {
      const stored = storeRound(ports, jobs.plan, round, activeId);
      spending.admitAll(stored.map(plannedCall), round.isConfirmed);
      return stored;
    });
    announce(round.id);
    for (const column of starts) start(column, round.isConfirmed);
  };
}

/** @throws AppError that says why this round can't be sent, before anything is stored. */
function requireSendable({ storage }: Ports, replies: RunningReplies, round: Round): void {
  const known = storage.comparisons.get(round.id);
  const ids = round.columns.flatMap(({ id, callId }) => [id, callId]);
  if (new Set(ids).size < ids.length) refuse('columns', 'Two columns have the same id.');
  if (known === undefined) return;
  if (known.modality !== round.modality) refuse('modality', 'This comparison is of another kind.');
  if (known.modality === 'chat' && known.winnerId !== null) {
    refuse(
      'id',
      'One of its chats was picked and is now an ordinary chat. Undo the pick to continue comparing.',
    );
  }
  const columns = new Set([...known.columns, ...round.columns].map(({ id }) => id));
  if (columns.size > compareColumns.most) refuse('columns', `At most ${compareColumns.most} columns.`);
  const busy = known.columns.find(
    ({ conversationId }) => conversationId && replies.isWriting(conversationId),
  );
  if (busy === undefined) return;
  const message = `${busy.model} is still writing its reply. Stop it first, or wait for it to finish.`;
  throw new AppError({ code: 'busy', message });
}

function refuse(field: string, message: string): never {
  throw new AppError({ code: 'invalid_input', field, message });
}

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
