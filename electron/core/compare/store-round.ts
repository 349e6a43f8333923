import type { CheckedInput } from '../../../shared/contract';
import type { Setup } from '../../../shared/run/setup';
import { copyBranch } from '../chat/copy-branch';
import { type ReplyPlan, storeSend } from '../chat/plan';
import { titleFrom } from '../chat/title';
import type { JobRequest } from '../jobs/jobs';
import type { NewJob } from '../ports/jobs';
import type { Ports } from '../ports/ports';
import { type PlannedCall, plannedJob, plannedReply } from '../prices/planned-call';

type Round = CheckedInput<'compare.send'>;
type Column = Round['columns'][number];
type ChatColumn = Extract<Round, { modality: 'chat' }>['columns'][number];

/** What one column is about to do: stored, not yet sent. */
export type ColumnStart =
  | { readonly kind: 'reply'; readonly messageId: string; readonly plan: ReplyPlan }
  | { readonly kind: 'job'; readonly job: NewJob };

export const plannedCall = (start: ColumnStart): PlannedCall =>
  start.kind === 'reply' ? plannedReply(start.plan) : plannedJob(start.job);

/**
 * Stores the comparison, its columns and what each is about to do. Must run in a transaction.
 *
 * @throws AppError `invalid_input` where a column's parameters are wrong.
 */
export function storeRound(
  ports: Ports,
  planJob: (request: JobRequest) => NewJob,
  round: Round,
  activeId: string,
): readonly ColumnStart[] {
  const { comparisons } = ports.storage;
  const { id, modality, isTied, isSamePrompt, roundId } = round;
  const title = titleFrom(round.columns[0]?.prompt ?? '');
  comparisons.put({ id, modality, title, at: ports.clock.now(), isTied, isSamePrompt });
  const payerOf = ({ profileId = activeId }: Column): string => profileId;
  const storeColumn = (column: Column, position: number, setup: Setup, conversationId: string | null) => {
    const { id: columnId, model, callId } = column;
    const prompt = isSamePrompt ? null : column.prompt;
    comparisons.putColumn(id, position, { ...setup, id: columnId, model, prompt, conversationId });
    comparisons.addRun({ roundId, columnId, callId });
  };
  if (round.modality === 'chat')
    return round.columns.map((column, position) => {
      const { settings } = column;
      const conversationId = openChat(ports, round, column);
      storeColumn(column, position, { modality: 'chat', settings }, conversationId);
      return storeReply(ports, column, conversationId, payerOf(column));
    });
  return round.columns.map((column, position) => {
    const { callId, model, prompt, parameters, extra, inputs } = column;
    const setup = { modality: round.modality, parameters, extra };
    storeColumn(column, position, setup, null);
    const owner = { kind: 'comparison', id } as const;
    const profileId = payerOf(column);
    const job = planJob({ ...setup, id: callId, model, prompt, profileId, owner, ...(inputs && { inputs }) });
    ports.storage.jobs.insert(job);
    return { kind: 'job', job };
  });
}

/** The chat of a column; a new one if it no longer has one, with the messages of another where those are taken along. */
function openChat(ports: Ports, { id: comparisonId, afterMessageId }: Round, column: ChatColumn): string {
  const { storage, clock } = ports;
  const known = storage.comparisons.columnOf(comparisonId, column.id)?.conversationId;
  if (known && storage.conversations.get(known)) return known;
  const id = clock.newId();
  const { model, settings, prompt } = column;
  const title = titleFrom(prompt);
  const owner = { kind: 'comparison', id: comparisonId } as const;
  storage.conversations.create({ id, title, createdAt: clock.now(), model, settings, owner });
  if (afterMessageId !== undefined) copyBranch(ports, afterMessageId, id);
  return id;
}

function storeReply(
  ports: Ports,
  { callId: messageId, model, settings, prompt: text }: ChatColumn,
  conversationId: string,
  profileId: string,
): ColumnStart {
  const message = { conversationId, messageId, text, model, settings };
  return { kind: 'reply', messageId, plan: storeSend(ports, message, profileId) };
}
