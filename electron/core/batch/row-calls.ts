/** Rows whose replies call tools. A batch answers no calls: a row ends there, and a person may go on in its chat. */
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import type { BatchTurn } from '../ports/batches';
import type { Storage } from '../ports/storage';

export type ReadRowCalls = (turn: BatchTurn) => Pick<BatchRow, 'calledTools'>;

/** Of one row; a reply that calls more names the first. */
const NAMES_AT_MOST = 20;

/** Reads the rows of one batch. Without settings that can hold tools only replies without text are looked into. */
export function rowCallsOf({ messages }: Pick<Storage, 'messages'>, batch: Batch | undefined): ReadRowCalls {
  if (batch?.modality !== 'chat') return () => ({});
  const { tools, extra } = batch.settings;
  const mayCall = tools !== undefined || extra !== undefined;
  return ({ status, replyId, answer }) => {
    if (status !== 'done' || replyId === null || !(mayCall || !answer?.trim())) return {};
    const names = toolCallsOf(messages.get(replyId)?.parts ?? []).map(({ name }) => name);
    return names.length === 0 ? {} : { calledTools: [...new Set(names)].slice(0, NAMES_AT_MOST) };
  };
}
