/** Rows whose replies call tools: how many rounds the batch answered, and what is left for a person in the row's chat. */
import type { Message } from '../../../shared/chat/chat';
import { type ToolCall, toolCallsOf } from '../../../shared/chat/tool-calls';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { toolLimits } from '../../../shared/run/tools';
import { roundsIn, whyCallsWait } from '../chat/tool-loop';
import type { BatchTurn } from '../ports/batches';
import type { Storage } from '../ports/storage';

type Found = Pick<BatchRow, 'calledTools' | 'rounds' | 'roundsEnded'>;
export type ReadRowCalls = (turn: BatchTurn) => Found;

/** Of one row; a reply that calls more names the first. */
const NAMES_AT_MOST = 20;

/** Enough to count all rounds behind the last message of a person. */
const BRANCH_AT_MOST = 2 * toolLimits.rounds + 3;

/** Reads the rows of one batch. Without settings that can hold tools only replies without text are looked into. */
export function rowCallsOf({ messages }: Pick<Storage, 'messages'>, batch: Batch | undefined): ReadRowCalls {
  if (batch?.modality !== 'chat') return () => ({});
  const { settings } = batch;
  const mayCall = settings.tools !== undefined || settings.extra !== undefined;
  const branchOf = (replyId: string, conversationId: string) =>
    messages.pathEndingIn(conversationId, replyId, BRANCH_AT_MOST).messages;
  const hasLoop = settings.tools?.loop !== undefined;
  return ({ status, replyId, answerOf }) => {
    const isOver = status === 'done' && (mayCall || answerOf !== undefined);
    const reply = replyId !== null && (isOver || hasLoop) ? messages.get(replyId) : undefined;
    if (reply === undefined) return {};
    const calls = isOver ? toolCallsOf(reply.parts) : [];
    const called = calls.length === 0 ? {} : { calledTools: namesOf(calls) };
    return hasLoop
      ? { ...called, ...roundsOf(settings, branchOf(reply.id, reply.conversationId), calls) }
      : called;
  };
}

const namesOf = (calls: readonly ToolCall[]) =>
  [...new Set(calls.map(({ name }) => name))].slice(0, NAMES_AT_MOST);

/** Where nothing else speaks against them, the next call could have exceeded the limit of cost. */
function roundsOf(
  settings: RunSettings,
  branch: readonly Message[],
  calls: readonly ToolCall[],
): Pick<Found, 'rounds' | 'roundsEnded'> {
  const rounds = roundsIn(branch);
  const last = settings.tools?.loop?.most === undefined ? null : ('cost limit' as const);
  const ended = calls.length === 0 ? null : (whyCallsWait(settings, branch, calls) ?? last);
  return { ...(rounds > 0 && { rounds }), ...(ended !== null && { roundsEnded: ended }) };
}
