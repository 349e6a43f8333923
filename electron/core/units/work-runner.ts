import type { Message } from '../../../shared/chat/chat';
import type { AppEvent } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import { stateOfJob } from '../calls/call-states';
import { DATABASE_RETRY_MS } from '../lib/durable-save';
import type { Unit, UnitPlace } from '../ports/work';
import { askUnit } from './ask-unit';
import { recountLater } from './recount';
import { recoverUnits } from './recover-units';
import { refreshUnit } from './refresh-unit';
import { pauseWork, settle } from './settle-unit';
import { heldProfiles, isHeldBack, noteWait, wakePaced } from './unit-waits';
import { leave, nameOf, type WorkContext } from './work-context';

/** Units of all kinds that are asked for at once. The limit leaves room for the requests you make yourself. */
const MAX_UNITS_AT_ONCE = 3;

export interface WorkRunner {
  /** Resumes what an earlier run of the app left. What may have been accepted is not sent again. */
  recover(): void;
  /** Leaves that to a later run, which finds it as it is: nothing of it is sent now. */
  leave(): void;
  /** How many owners run. */
  count(): number;
  close(): void;
}

/**
 * Runs batches or experiments, a few units at a time. How a unit ended is read from its reply or job, however that ended,
 * so nothing is lost or sent twice, whenever the app closes.
 */
export function createWorkRunner(context: WorkContext): WorkRunner {
  const { store, reports } = context.kind;
  context.pump = () => pump(context);
  context.ask = (unit) => void ask(context, unit);
  context.services.events.subscribe((event) => {
    if (event.type === 'message.changed' && event.message.status !== 'streaming')
      onRecordChange(context, () => placeOfMessage(context, event.message));
    if (event.type === 'job.changed' && finishedStatuses.includes(event.job.status))
      onRecordChange(context, () => placeOfResults(context, event.job));
  });
  context.services.events.subscribe((event) => followWaits(context, event));
  context.services.pace.onChange((profileId) => wakePaced(context, profileId));
  return {
    recover: () => recover(context),
    leave() {
      for (const id of store.running()) context.left.add(id);
    },
    count: () => store.running().length,
    close() {
      context.isClosing = true;
      context.save.close();
      for (const { cancel } of context.heldBack.values()) cancel();
      for (const control of context.answering.values()) control.abort();
      reports.close();
    },
  };
}

/** The call of a running unit waits by itself; its owner says so. */
function followWaits(context: WorkContext, event: AppEvent): void {
  const { store } = context.kind;
  if (event.type === 'message.changed') {
    const { id, wait = null } = event.message;
    if (wait !== null || context.waits.size > 0) noteWait(context, store.placeOfReply(id), wait);
  }
  if (event.type === 'job.changed') {
    const { id, status, checks } = event.job;
    const wait =
      stateOfJob[status] === 'held' && checks?.nextAt ? { ...checks, nextAt: checks.nextAt } : null;
    if (wait !== null || context.waits.size > 0) noteWait(context, store.placeOfJob(id), wait);
  }
}

/** Also of a reply of an earlier round, whose cost may become known after all are there. */
function placeOfMessage({ ports, kind }: WorkContext, message: Message): UnitPlace | undefined {
  const { id, role, conversationId } = message;
  const place = kind.store.placeOfReply(id);
  if (place !== undefined || role !== 'assistant') return place;
  const owner = ports.storage.conversations.get(conversationId)?.owner;
  return owner?.kind === kind.owner ? kind.store.placeOfChat?.(owner.id, conversationId) : undefined;
}

/** Also of files that came with a reply: they are saved after it has ended. */
const placeOfResults = ({ kind: { store } }: WorkContext, { id, owner }: Job): UnitPlace | undefined =>
  owner?.kind === 'message' ? store.placeOfReply(owner.id) : store.placeOfJob(id);

/** The end of a reply or job is a single event: its unit is updated as soon as the database allows it. */
function onRecordChange(context: WorkContext, find: () => UnitPlace | undefined): void {
  void context.save
    .store(() => refreshUnit(context, find()))
    .catch((error) => logFailure(context, context.ports.describeError(error)));
}

const logFailure = ({ ports, kind }: WorkContext, { code }: AppErrorData) =>
  ports.log(`a part of a ${kind.owner}: ${code}`);

/** Starts as many units as may run; while the database fails, it tries again a little later. */
function pump(context: WorkContext): void {
  if (context.isClosing) return;
  const { ports, kind } = context;
  try {
    for (const id of kind.store.running().filter((one) => !context.left.has(one))) {
      fill(context, id);
      finishIfDone(context, id);
    }
    for (const place of context.retried.values()) fillRetried(context, place);
  } catch (error) {
    ports.log(`work waits for the database: ${ports.describeError(error).code}`);
    ports.clock.setTimer(DATABASE_RETRY_MS, () => context.pump());
  }
}

function fill(context: WorkContext, id: string): void {
  while (hasRoom(context, id)) {
    const unit = context.kind.store.nextWaiting(id, heldProfiles(context, id));
    if (unit === undefined) return;
    if (isHeldBack(context, unit)) continue;
    if (!mayStart(context, unit)) return;
    start(context, unit);
  }
}

/** Units whose calls wait, perhaps for a day, take no room from others; their own owner starts no more beside them. */
function hasRoom({ asking, room }: WorkContext, id: string): boolean {
  const own = [...asking.values()].filter(({ ownerId }) => ownerId === id);
  const busy = [...room].map((context) => atWorkIn(context));
  const atWork = busy.reduce((sum, count) => sum + count, 0);
  return Math.max(own.length, atWork) < MAX_UNITS_AT_ONCE;
}

function atWorkIn({ asking, waits }: WorkContext): number {
  const places = [...asking];
  const atWork = places.filter(([name]) => !waits.has(name));
  return atWork.length;
}

/** What the kind of work allows beside the limits of the profile, such as the budget of an experiment. */
function mayStart(context: WorkContext, unit: Unit): boolean {
  const allowed = context.kind.mayStart?.(unit) ?? 'now';
  if (typeof allowed === 'string') return allowed === 'now';
  pauseWork(context, unit.ownerId, allowed);
  return false;
}

/** A unit is asked for until it ends, also if a rate limit makes it wait; nothing else of what is paused is sent. */
function fillRetried(context: WorkContext, place: UnitPlace): void {
  const { retried, kind } = context;
  const { store } = kind;
  const unit = store.unit(place);
  const isPaused = store.stateOf(place.ownerId) === 'paused';
  if (!isPaused || unit === undefined || !['waiting', 'running'].includes(unit.status)) {
    retried.delete(nameOf(place));
    if (isPaused) finishIfDone(context, place.ownerId);
  } else if (unit.status === 'waiting' && hasRoom(context, place.ownerId)) {
    if (!isHeldBack(context, unit) && mayStart(context, unit)) start(context, unit);
  }
}

function start(context: WorkContext, waiting: Unit): void {
  const unit = mark(context, waiting);
  void ask(context, unit);
}

/** The unit is marked first, so after a crash the next start knows that it may have been sent. */
function mark(context: WorkContext, waiting: Unit): Unit {
  const { ports, asking, kind } = context;
  const unit = { ...waiting, key: waiting.key === '' ? ports.clock.newId() : waiting.key };
  kind.store.update(unit, {
    status: 'running',
    error: null,
    startedAt: ports.clock.now(),
    finishedAt: null,
    key: waiting.key === '' ? unit.key : undefined,
  });
  asking.set(nameOf(unit), unit);
  kind.reports.unit(unit);
  return unit;
}

async function ask(context: WorkContext, unit: Unit): Promise<void> {
  const { ports, kind } = context;
  const isRunning = () => kind.store.unit(unit)?.status === 'running';
  const isWanted = () => !context.isClosing && isRunning();
  const resumeUnit = (failure: AppErrorData | null) => {
    if (!isWanted()) leave(context, unit);
    else if (failure !== null)
      settle(context, unit, { status: failure.outcomeUnknown ? 'interrupted' : 'failed', error: failure });
    // A job that was resumed elsewhere may have ended before its unit was started.
    else refreshUnit(context, unit);
  };
  const failure = await askFor(context, unit, isWanted).catch((error) => ports.describeError(error));
  await context.save
    .store(() => resumeUnit(failure))
    .catch((error) => logFailure(context, ports.describeError(error)));
}

async function askFor(
  { ports, services, kind }: WorkContext,
  unit: Unit,
  isWanted: () => boolean,
): Promise<null> {
  const request = kind.requestOf(unit);
  if (request === undefined) return null;
  const owner = { kind: kind.owner, id: unit.ownerId };
  const ready = (await kind.prepared?.(unit, request)) ?? request;
  await askUnit(ports, services, { unit, request: ready, owner, store: kind.store }, isWanted);
  return null;
}

function finishIfDone({ ports, kind }: WorkContext, id: string): void {
  const { store, reports } = kind;
  if (store.nextWaiting(id, []) !== undefined || store.withStatus(id, 'running').length > 0) return;
  store.setState(id, { status: 'completed', error: null, finishedAt: ports.clock.now() });
  reports.owner(id);
}

function recover(context: WorkContext): void {
  recoverUnits(context, context.kind.store.runningUnits());
  recountLater(context);
  queueMicrotask(() => context.pump());
}
