import type { AppEvent } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { finishedStatuses } from '../../../shared/media/jobs';
import { stateOfJob } from '../calls/call-states';
import { DATABASE_RETRY_MS } from '../lib/durable-save';
import type { BatchTurn, RowPlace } from '../ports/batches';
import { askRow } from './ask-row';
import { type BatchContext, leave, nameOf } from './batch-context';
import { outcomeOf } from './row-end';
import { isHeldBack, noteWait, wakePaced } from './row-waits';
import { refreshRow, settle } from './settle-row';

/** Rows of all batches that are asked for at once. The limit leaves room for the requests you make yourself. */
const MAX_ROWS_AT_ONCE = 3;

export interface BatchRunner {
  /** Resumes what an earlier run of the app left. What may have been accepted is not sent again. */
  recover(): void;
  /** How many batches run. */
  count(): number;
  close(): void;
}

/**
 * Runs batches, a few rows at a time. How a row ended is read from its reply or job, however that ended, so no row is
 * lost or sent twice, whenever the app closes.
 */
export function createBatchRunner(context: BatchContext): BatchRunner {
  const { storage } = context.ports;
  context.pump = () => pump(context);
  context.services.events.subscribe((event) => {
    if (event.type === 'message.changed' && event.message.status !== 'streaming')
      onRecordChange(context, () => storage.batches.placeOfReply(event.message.id));
    if (event.type === 'job.changed' && finishedStatuses.includes(event.job.status))
      onRecordChange(context, () => storage.batches.placeOfJob(event.job.id));
  });
  context.services.events.subscribe((event) => followWaits(context, event));
  context.services.pace.onChange((profileId) => wakePaced(context, profileId));
  return {
    recover: () => recover(context),
    count: () => storage.batches.running().length,
    close() {
      context.isClosing = true;
      context.save.close();
      for (const { cancel } of context.heldBack.values()) cancel();
      context.news.close();
    },
  };
}

/** The call of a running row waits by itself; its batch says so. */
function followWaits(context: BatchContext, event: AppEvent): void {
  const { batches } = context.ports.storage;
  if (event.type === 'message.changed') {
    const { id, wait = null } = event.message;
    if (wait !== null || context.waits.size > 0) noteWait(context, batches.placeOfReply(id), wait);
  }
  if (event.type === 'job.changed') {
    const { id, status, checks } = event.job;
    const wait =
      stateOfJob[status] === 'held' && checks?.nextAt ? { ...checks, nextAt: checks.nextAt } : null;
    if (wait !== null || context.waits.size > 0) noteWait(context, batches.placeOfJob(id), wait);
  }
}

/** The end of a reply or job is a single event: its row is updated as soon as the database allows it. */
function onRecordChange(context: BatchContext, find: () => RowPlace | undefined): void {
  void context.save
    .store(() => refreshRow(context, find()))
    .catch((error) => context.ports.log(`a batch row: ${context.ports.describeError(error).code}`));
}

/** Starts as many rows as may run; while the database fails, it tries again a little later. */
function pump(context: BatchContext): void {
  if (context.isClosing) return;
  const { ports } = context;
  try {
    for (const id of ports.storage.batches.running()) {
      if (!context.heldBack.has(id)) fill(context, id);
      finishIfDone(context, id);
    }
    for (const place of context.retried.values()) fillRetried(context, place);
  } catch (error) {
    ports.log(`batches wait for the database: ${ports.describeError(error).code}`);
    ports.clock.setTimer(DATABASE_RETRY_MS, () => context.pump());
  }
}

function fill(context: BatchContext, id: string): void {
  while (hasRoom(context, id)) {
    const turn = context.ports.storage.batches.nextWaiting(id);
    if (turn === undefined || isHeldBack(context, id)) return;
    mark(context, turn);
    void ask(context, turn);
  }
}

/** Rows whose calls wait, perhaps for a day, take no room from other batches; their own starts no more beside them. */
function hasRoom({ asking, waits }: BatchContext, id: string): boolean {
  const places = [...asking];
  const own = places.filter(([, { batchId }]) => batchId === id);
  const atWork = places.filter(([name]) => !waits.has(name));
  return Math.max(own.length, atWork.length) < MAX_ROWS_AT_ONCE;
}

/** A row is asked for until it ends, also if a rate limit makes it wait; nothing else of a paused batch is sent. */
function fillRetried(context: BatchContext, place: RowPlace): void {
  const { heldBack, retried, ports } = context;
  const { batches } = ports.storage;
  const turn = batches.row(place);
  const isPaused = batches.get(place.batchId)?.status === 'paused';
  if (!isPaused || turn === undefined || !['waiting', 'running'].includes(turn.status)) {
    retried.delete(nameOf(place));
    if (isPaused) finishIfDone(context, place.batchId);
  } else if (turn.status === 'waiting' && hasRoom(context, place.batchId) && !heldBack.has(place.batchId)) {
    if (isHeldBack(context, place.batchId)) return;
    mark(context, turn);
    void ask(context, turn);
  }
}

/** The row is marked first, so after a crash the next start knows that it may have been sent. */
function mark(context: BatchContext, turn: BatchTurn): void {
  const { ports, asking, news } = context;
  ports.storage.batches.updateRow(turn, {
    status: 'running',
    error: null,
    startedAt: ports.clock.now(),
    finishedAt: null,
  });
  asking.set(nameOf(turn), turn);
  news.row(turn);
}

async function ask(context: BatchContext, turn: BatchTurn): Promise<void> {
  const { ports } = context;
  const { batches } = ports.storage;
  const isRunning = () => batches.row(turn)?.status === 'running';
  const isWanted = () => !context.isClosing && isRunning();
  const resumeRow = (failure: AppErrorData | null) => {
    if (!isWanted()) leave(context, turn);
    else if (failure !== null)
      settle(context, turn, { status: failure.outcomeUnknown ? 'interrupted' : 'failed', error: failure });
    // A job that was resumed elsewhere may have ended before its row was started.
    else refreshRow(context, turn);
  };
  const failure = await askFor(context, turn, isWanted).catch((error) => ports.describeError(error));
  await context.save
    .store(() => resumeRow(failure))
    .catch((error) => ports.log(`a batch row: ${ports.describeError(error).code}`));
}

async function askFor(
  { ports, services }: BatchContext,
  turn: BatchTurn,
  isWanted: () => boolean,
): Promise<null> {
  const batch = ports.storage.batches.get(turn.batchId);
  if (batch) await askRow(ports, services, { batch, turn, isWanted });
  return null;
}

function finishIfDone({ ports, news }: BatchContext, id: string): void {
  const { batches } = ports.storage;
  if (batches.nextWaiting(id) !== undefined || batches.withStatus(id, 'running').length > 0) return;
  batches.update(id, { status: 'completed', error: null, finishedAt: ports.clock.now() });
  news.batch(id);
}

function recover({ ports, asking, pump }: BatchContext): void {
  const { storage, clock } = ports;
  for (const place of storage.batches.runningRows()) {
    const turn = storage.batches.row(place);
    if (!turn) continue;
    const { status, error } = outcomeOf(storage, turn);
    if (status === 'running') asking.set(nameOf(place), place);
    else {
      const finishedAt = status === 'waiting' ? null : clock.now();
      storage.batches.updateRow(place, { status, error, finishedAt });
    }
    storage.batches.count(place.batchId);
  }
  queueMicrotask(pump);
}
