/** What a person can do with batches; news of them comes by event. */
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { saveText } from '../../lib/save-text';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { report, useReported } from '../../state/core/reported';
import { spend } from '../../state/ui/spending-question';
import { offerUndo } from '../../state/undo';
import { batchAccepted, setBatchDraft, useBatchDraft } from './batch-draft';
import { wishOf } from './batch-wish';

const batchesOfPage = 50;
export const rowsOfPage = 100;
let isLoading = false;

/** Loads more of the list, or its beginning; does nothing at its end. */
export async function loadBatches(): Promise<AppErrorData | null> {
  const cursor = useReported.getState().batchCursor;
  if (cursor === null || isLoading) return null;
  isLoading = true;
  const page = await call('batches.page', { modality: null, cursor: cursor ?? null, limit: batchesOfPage });
  isLoading = false;
  if (!page.ok) return page.error;
  report({ type: 'batches.paged', page: page.value });
  return null;
}

export async function loadBatch(id: string): Promise<AppErrorData | null> {
  const answer = await call('batches.get', { id });
  if (!answer.ok) return answer.error;
  report({ type: 'batch.changed', batch: answer.value });
  return null;
}

export async function loadRows(id: string, from: number): Promise<AppErrorData | null> {
  const answer = await call('batches.rows', { id, from, limit: rowsOfPage });
  if (!answer.ok) return answer.error;
  report({ type: 'batch.rows.paged', batchId: id, rows: answer.value });
  return null;
}

export const closeRows = (): void => report({ type: 'batch.rows.closed' });

/**
 * Runs what is prepared; answers the id of the batch once it is on disk. Refused, everything stays as it was typed.
 */
export async function runBatch(): Promise<string | null> {
  const { attempt: before, sending } = useBatchDraft.getState();
  const wish = wishOf(useBatchDraft.getState());
  if (sending || wish === null) return null;
  const written = JSON.stringify(wish);
  const attempt = before?.wish === written ? before : { id: crypto.randomUUID(), wish: written };
  setBatchDraft({ attempt, sending: true });
  const answer = await spend((isConfirmed) =>
    call('batches.create', { id: attempt.id, ...wish, isConfirmed }),
  );
  setBatchDraft({ sending: false });
  if (answer?.ok) {
    batchAccepted();
    return attempt.id;
  }
  const isOpen = answer?.ok === false && answer.error.code === 'host_unreachable';
  setBatchDraft({
    error: answer?.ok === false ? answer.error : undefined,
    attempt: isOpen ? attempt : undefined,
  });
  return null;
}

export const pauseBatch = (id: string) => call('batches.pause', { id });
export const stopBatch = (id: string) => call('batches.stop', { id });
export const resumeBatch = (id: string) =>
  spend((isConfirmed) => call('batches.resume', { id, isConfirmed }));
export const retryFailed = (id: string) =>
  spend((isConfirmed) => call('batches.retryFailed', { id, isConfirmed }));
export const retryRow = (id: string, position: number) =>
  spend((isConfirmed) => call('batches.retryRow', { id, position, isConfirmed }));

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
