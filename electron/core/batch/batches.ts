import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import { endedWhileHeld } from '../calls/end-call';
import { progressOf, startLiveReply } from '../chat/live-reply';
import { storeSend } from '../chat/plan';
import { isOver } from '../jobs/job-end';
import type { BatchTurn } from '../ports/batches';
import type { Ports } from '../ports/ports';
import { admitRows, type BatchContext, createBatchContext, findBatch, nameOf } from './batch-context';
import { createBatchRunner } from './batch-runner';
import { createBatch } from './create-batch';
import { exportBatch } from './export-batch';
import { readRowOf } from './read-row';
import { lostRecord } from './row-end';
import { countVerdicts } from './row-verdict';
import { abortRows, pauseBatch } from './settle-row';

export type Batches = ReturnType<typeof createBatches>;

/** The user's commands for batches. */
export function createBatches(ports: Ports, services: BatchContext['services']) {
  const context = createBatchContext(ports, services);
  const { batches, conversations } = ports.storage;
  const find = (id: string) => findBatch(context, id);
  return {
    runner: createBatchRunner(context),
    ...createBatchControl(context),
    create: (input: CheckedInput<'batches.create'>) => createBatch(context, input),
    get: find,
    page({ modality, cursor, limit }: CheckedInput<'batches.page'>) {
      const page = batches.page(modality, cursor, limit);
      return { ...page, batches: page.batches.map(({ id }) => find(id)) };
    },
    rows({ id, from, limit }: CheckedInput<'batches.rows'>): readonly BatchRow[] {
      return batches.rows(id, from, limit).map(readRowOf(ports, find(id)));
    },
    verdicts: (id: string) => countVerdicts(ports, find(id)),
    export: ({ id, format }: CheckedInput<'batches.export'>) => exportBatch(ports, find(id), format),
    /** Hidden until the app is opened again, then deleted with its conversations; its cost stays in the ledger. */
    remove(id: string) {
      find(id);
      pauseBatch(context, id, null);
      abortRows(context, id);
      const at = ports.clock.now();
      batches.setRemoved(id, at);
      conversations.setRemovedOf({ kind: 'batch', id }, at);
      services.events.emit({ type: 'batch.removed', batchId: id });
    },
    restore(id: string) {
      batches.setRemoved(id, null);
      conversations.setRemovedOf({ kind: 'batch', id }, null);
      context.news.batch(find(id).id);
    },
  };
}

/** Pause, resume, stop, and retry single rows. */
function createBatchControl(context: BatchContext) {
  const { storage, clock } = context.ports;
  const { batches } = storage;
  const resume = (id: string) => {
    batches.update(id, { status: 'running', error: null, finishedAt: null });
    context.news.batch(id);
    context.pump();
  };
  /** A paused batch stays paused: only the rows that the person asked for are sent. */
  const retry = (id: string, turns: readonly BatchTurn[]) => {
    storage.transaction(() => {
      for (const turn of turns) askAgain(context, turn);
    });
    if (batches.get(id)?.status !== 'paused') return resume(id);
    for (const turn of turns) context.retried.set(nameOf(turn), turn);
    context.news.batch(id);
    context.pump();
  };
  return {
    pause: (id: string) => pauseBatch(context, findBatch(context, id).id, null),
    resume({ id, isConfirmed }: CheckedInput<'batches.resume'>) {
      const batch = findBatch(context, id);
      if (batch.status !== 'paused') return;
      admitRows(context, batch, batches.withStatus(id, 'waiting'), isConfirmed);
      resume(id);
    },
    stop(id: string) {
      const { status } = findBatch(context, id);
      if (status !== 'running' && status !== 'paused') return;
      batches.moveRows(id, 'waiting', 'stopped');
      batches.update(id, { status: 'stopped', error: null, finishedAt: clock.now() });
      abortRows(context, id);
      context.news.batch(id);
    },
    retryRow({ id, position, isConfirmed, mend }: CheckedInput<'batches.retryRow'>) {
      const batch = findBatch(context, id);
      const turn = batches.row({ batchId: id, position });
      const { misfit, verdict } = turn === undefined ? {} : readRowOf(context.ports, batch)(turn);
      const isMisfit = Boolean(misfit) || verdict?.state === 'failed';
      const isBroken = turn !== undefined && ['failed', 'interrupted', 'stopped'].includes(turn.status);
      if (!turn || !(mend === undefined ? isBroken || isMisfit : isMisfit)) return;
      admitRows(context, batch, [turn], isConfirmed, mend);
      storage.transaction(() => {
        if (mend !== undefined) storeMend(context, batch, turn, mend);
        retry(id, [turn]);
      });
    },
    retryFailed({ id, isConfirmed }: CheckedInput<'batches.retryFailed'>) {
      const batch = findBatch(context, id);
      const failed = batches.withStatus(id, 'failed');
      if (failed.length === 0) return;
      admitRows(context, batch, failed, isConfirmed);
      retry(id, failed);
    },
  };
}

/** Stores the message and its reply, as one that waits to be sent; the row asks for it like for any other. */
function storeMend({ ports }: BatchContext, batch: Batch, turn: BatchTurn, text: string): void {
  const { storage, clock } = ports;
  const before = turn.replyId === null ? undefined : storage.messages.get(turn.replyId);
  if (before === undefined || batch.modality !== 'chat') throw new AppError(lostRecord());
  const { conversationId, id: parentId } = before;
  const { model, settings, profileId } = batch;
  const message = { conversationId, parentId, messageId: clock.newId(), text, model, settings };
  const { replyId } = storeSend(ports, message, profileId, { owner: { kind: 'batch', id: batch.id } });
  const finishedAt = clock.now();
  const progress = progressOf(startLiveReply(replyId, conversationId));
  storage.messages.update({ ...progress, status: 'failed', finishedAt, error: endedWhileHeld() });
  storage.batches.updateRow(turn, { replyId });
}

/**
 * A row whose job can be resumed keeps it: paid results are downloaded, and a request that may have been charged is
 * sent with the same key. Every other row starts a new attempt.
 */
function askAgain({ ports, news }: BatchContext, turn: BatchTurn): void {
  const { batches, jobs, ledger } = ports.storage;
  const job = jobs.get(turn.key);
  const isNew = job ? isOver(job) : turn.status !== 'interrupted' && !ledger.isUnknown(turn.key);
  const key = isNew ? ports.clock.newId() : undefined;
  // A job whose record is gone can't be resumed: the row gets another one.
  const jobId = job ? undefined : null;
  batches.updateRow(turn, { status: 'waiting', error: null, startedAt: null, finishedAt: null, key, jobId });
  news.row(turn);
}
