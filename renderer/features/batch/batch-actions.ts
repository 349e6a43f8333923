/** The user's commands for batches; changes arrive by event. */
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { report } from '../../state/core/core-state';
import { read, reportedList } from '../../state/core/read';
import { attemptAfter, attemptAt } from '../../state/idempotent-ask';
import { spend } from '../../state/ui/spending-question';
import { offerUndo } from '../../state/undo';
import { batchAccepted, setBatchDraft, useBatchDraft } from './batch-draft';
import { requestOf } from './batch-request';

const batchesOfPage = 50;
export const rowsOfPage = 100;

const batches = reportedList<void, 'batches.page'>('batches.page', {
  cursor: ({ batchCursor }) => batchCursor,
  input: (_all, cursor) => ({ modality: null, cursor, limit: batchesOfPage }),
  reading: (_all, page) => ({ type: 'batches.paged', page }),
});

/** Loads more of the list, or its beginning; does nothing after the last. */
export const loadBatches = () => batches.more();

const errorOf = (answer: Envelope<unknown>): AppErrorData | null => (answer.ok ? null : answer.error);

/** Loads a batch that no page of the list has returned. */
export const loadBatch = async (id: string): Promise<AppErrorData | null> =>
  errorOf(await read('batches.get', { id }, (batch) => ({ type: 'batch.read', batch })));

/** Events of a batch's rows count from now on; returns a function that ends it. */
export function openRows(batchId: string): () => void {
  report({ type: 'batch.rows.opened', batchId });
  return () => report({ type: 'batch.rows.closed' });
}

/** Loads a page of the visible rows, by the position of its first. */
export async function loadRows(id: string, from: number): Promise<AppErrorData | null> {
  const input = { id, from, limit: rowsOfPage };
  return errorOf(
    await read('batches.rows', input, (rows) => ({ type: 'batch.rows.paged', batchId: id, rows })),
  );
}

/**
 * Starts the prepared batch; returns its id once it is on the disk. If it is refused, everything stays as it was typed.
 */
export async function runBatch(): Promise<string | null> {
  const { attempt: before, sending } = useBatchDraft.getState();
  const request = requestOf(useBatchDraft.getState());
  if (sending || request === null) return null;
  const attempt = attemptAt(before, request, () => ({ id: crypto.randomUUID() }));
  setBatchDraft({ attempt, sending: true });
  const answer = await spend((isConfirmed) =>
    call('batches.create', { id: attempt.id, ...request, isConfirmed }),
  );
  setBatchDraft({ sending: false });
  if (answer?.ok) {
    batchAccepted();
    return attempt.id;
  }
  setBatchDraft({
    error: answer?.ok === false ? answer.error : undefined,
    attempt: attemptAfter(attempt, answer),
  });
  return null;
}

export const pauseBatch = (id: string) => call('batches.pause', { id });
export const stopBatch = (id: string) => call('batches.stop', { id });
export const resumeBatch = (id: string) =>
  spend((isConfirmed) => call('batches.resume', { id, isConfirmed }));
export const retryFailed = (id: string) =>
  spend((isConfirmed) => call('batches.retryFailed', { id, isConfirmed }));
/** @param mend the message that follows a reply that does not follow its schema; without it the row is asked again */
export const retryRow = (id: string, position: number, mend?: string) =>
  spend((isConfirmed) => call('batches.retryRow', { id, position, isConfirmed, ...(mend && { mend }) }));

export async function removeBatch(id: string): Promise<Envelope<null>> {
  const answer = await call('batches.remove', { id });
  if (!answer.ok) return answer;
  announce('Batch deleted');
  offerUndo({ text: 'Batch deleted', undo: () => call('batches.restore', { id }) });
  return answer;
}

export async function saveBatch(
  id: string,
  name: string,
  format: 'csv' | 'json',
): Promise<AppErrorData | null> {
  const answer = await call('batches.export', { id, format });
  if (!answer.ok) return answer.error;
  const fileName = `${
    name
      .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'batch'
  }.${format}`;
  saveText(answer.value.text, fileName, format === 'csv' ? 'text/csv' : 'application/json');
  return null;
}
