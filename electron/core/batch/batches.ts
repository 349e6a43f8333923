import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Batch, BatchRow } from '../../../shared/lab/batch';
import { storeSend } from '../chat/plan';
import type { BatchTurn } from '../ports/batches';
import type { Ports } from '../ports/ports';
import { keepToSend } from '../units/reply-to-send';
import { lostRecord } from '../units/unit-end';
import { createWorkContext, type WorkContext, type WorkRoom } from '../units/work-context';
import { createWorkControl, type WorkControl } from '../units/work-control';
import { createWorkRunner } from '../units/work-runner';
import { createBatchReports } from './batch-reports';
import { batchWork, findBatch, unitOf } from './batch-work';
import { createBatch } from './create-batch';
import { exportBatch } from './export-batch';
import { readRowOf } from './read-row';
import { countVerdicts } from './row-verdict';

export type Batches = ReturnType<typeof createBatches>;

/** The user's commands for batches. */
export function createBatches(ports: Ports, services: WorkContext['services'], room: WorkRoom) {
  const reports = createBatchReports(ports, services.events);
  const context = createWorkContext(ports, services, batchWork(ports, reports), room);
  const runner = createWorkRunner(context);
  const control = createWorkControl(context);
  const { batches, conversations } = ports.storage;
  const find = (id: string) => findBatch({ get: reports.read }, id);
  return {
    runner,
    ...createBatchControl(ports, find, control),
    create: (input: CheckedInput<'batches.create'>) => createBatch(context, control, input),
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
      control.end(id);
      const at = ports.clock.now();
      batches.setRemoved(id, at);
      conversations.setRemovedOf({ kind: 'batch', id }, at);
      services.events.emit({ type: 'batch.removed', batchId: id });
    },
    restore(id: string) {
      batches.setRemoved(id, null);
      conversations.setRemovedOf({ kind: 'batch', id }, null);
      reports.batch(find(id).id);
    },
  };
}

/** Pause, resume, stop, and retry single rows. */
function createBatchControl(ports: Ports, find: (id: string) => Batch, control: WorkControl) {
  const { storage } = ports;
  const { batches } = storage;
  return {
    pause: (id: string) => control.pause(find(id).id),
    resume({ id, isConfirmed }: CheckedInput<'batches.resume'>) {
      if (find(id).status !== 'paused') return;
      control.admit(batches.withStatus(id, 'waiting').map(unitOf), isConfirmed);
      control.resume(id);
    },
    stop: (id: string) => control.stop(find(id).id),
    retryRow({ id, position, isConfirmed, mend }: CheckedInput<'batches.retryRow'>) {
      const batch = find(id);
      const turn = batches.row({ batchId: id, position });
      const { misfit, verdict } = turn === undefined ? {} : readRowOf(ports, batch)(turn);
      const isMisfit = Boolean(misfit) || verdict?.state === 'failed';
      const isBroken = turn !== undefined && ['failed', 'interrupted', 'stopped'].includes(turn.status);
      if (!turn || !(mend === undefined ? isBroken || isMisfit : isMisfit)) return;
      control.admit([unitOf(turn)], isConfirmed, mend);
      storage.transaction(() => {
        if (mend !== undefined) storeMend(ports, batch, turn, mend);
        control.retry(id, [unitOf(turn)]);
      });
    },
    retryFailed({ id, isConfirmed }: CheckedInput<'batches.retryFailed'>) {
      const failed = batches.withStatus(find(id).id, 'failed').map(unitOf);
      if (failed.length === 0) return;
      control.admit(failed, isConfirmed);
      control.retry(id, failed);
    },
  };
}

/** Stores the message and its reply, as one that waits to be sent; the row asks for it like for any other. */
function storeMend(ports: Ports, batch: Batch, turn: BatchTurn, text: string): void {
  const { storage, clock } = ports;
  const before = turn.replyId === null ? undefined : storage.messages.get(turn.replyId);
  if (before === undefined || batch.modality !== 'chat') throw new AppError(lostRecord());
  const { conversationId, id: parentId } = before;
  const { model, settings, profileId } = batch;
  const message = { conversationId, parentId, messageId: clock.newId(), text, model, settings };
  const plan = storeSend(ports, message, profileId, { owner: { kind: 'batch', id: batch.id } });
  keepToSend(ports, plan);
  storage.batches.updateRow(turn, { replyId: plan.replyId });
}
