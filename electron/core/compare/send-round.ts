import { compareColumns } from '../../../shared/compare';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Spending } from '../admission/spending';
import type { RunningReplies } from '../chat/running-replies';
import type { Jobs } from '../jobs/jobs';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
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
  const start = (column: ColumnStart) => {
    if (column.kind === 'job') return jobs.begin(column.job.id);
    replies.start(column.plan);
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
    for (const column of starts) start(column);
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
