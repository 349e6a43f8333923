/** The checks that run, and what windows hear of them. */
import type { CallWait } from '../../../shared/calls/rate-limit';
import type { CheckResult, CheckRun } from '../../../shared/checks/checks';
import { AppError, type AppErrorData } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Inspector } from '../inspector/inspector';
import { createSafeAnnounce } from '../lib/announce-safely';
import { createDurableSave, type DurableSave, UnwrittenError } from '../lib/durable-save';
import type { ModelService } from '../models/models';
import type { Ports } from '../ports/ports';
import {
  BoundReached,
  type CallServices,
  ConcernsAll,
  Halted,
  ledgerSubject,
  type Sender,
} from './make-call';
import type { RecordOf } from './plan-check';
import { runCheck } from './run-check';

export interface CheckServices extends CallServices {
  readonly events: EventBus;
  readonly models: Pick<ModelService, 'catalogue'>;
  readonly inspector: Pick<Inspector, 'idSentWith'>;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  readonly waiting: Set<AbortController>;
  wait: CallWait | null;
}

interface Context {
  readonly ports: Ports;
  readonly services: CheckServices;
  readonly running: Map<string, Running>;
  readonly save: DurableSave;
  readonly recordOf: RecordOf;
  readonly safely: (announce: () => void) => void;
  isClosing: boolean;
}

/** Each check runs by itself; the calls of all of them share the pace of their gateway. */
export function createCheckRunner(ports: Ports, services: CheckServices) {
  const { storage, clock, log } = ports;
  const { checks } = storage;
  const context: Context = {
    ports,
    services,
    running: new Map(),
    isClosing: false,
    safely: createSafeAnnounce(ports),
    save: createDurableSave(ports, {
      onRefused: ({ code }) => log(`a check waits for the database: ${code}`),
    }),
    recordOf: (profileId, model) =>
      services.models.catalogue(profileId).models.find(({ id }) => id === model) ?? null,
  };
  const { running } = context;
  return {
    recordOf: context.recordOf,
    /** @throws AppError `not_found` */
    find: (id: string) => find(context, id),
    /** Shows windows the check; never throws. */
    announce: (id: string) => announceSafely(context, id),
    start: (id: string) => start(context, id),
    /** Aborts its requests; resolves once they have ended. */
    async abort(id: string): Promise<void> {
      running.get(id)?.abort.abort('stopped');
      await running.get(id)?.ended;
    },
    /** Takes back its requests that wait; those that were sent are completed. */
    recall(id: string): void {
      for (const call of running.get(id)?.waiting ?? []) call.abort(new Halted());
    },
    /** How many checks run. */
    count: () => running.size,
    /** Continues what an earlier run of the app left. What may have been accepted is not sent again. */
    recover() {
      for (const call of checks.sentCalls())
        storage.transaction(() => {
          checks.updateCall(call.id, { status: 'unknown', error: cutOff, finishedAt: clock.now() });
          services.ledger.recordUnknown(ledgerSubject(call));
        });
      for (const id of checks.running()) start(context, id);
    },
    async close() {
      context.isClosing = true;
      for (const { abort } of running.values()) abort.abort('closing');
      context.save.close();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function find({ ports, running }: Context, id: string): CheckRun {
  const check = ports.storage.checks.get(id);
  if (check) return { ...check, wait: running.get(id)?.wait ?? null };
  throw new AppError({ code: 'not_found', message: 'This check no longer exists.' });
}

function announceSafely(context: Context, id: string): void {
  context.safely(() => context.services.events.emit({ type: 'check.changed', check: find(context, id) }));
}

function start(context: Context, id: string): void {
  const { ports, running, save } = context;
  const known = running.get(id);
  if (known !== undefined) {
    // One that was paused a moment ago still completes its requests.
    void known.ended
      .then(() => save.persist(() => ports.storage.checks.get(id)?.status === 'running'))
      .then((isWanted) => isWanted && !running.has(id) && start(context, id))
      .catch((error) => ports.log(`a check was not gone on with: ${ports.describeError(error).code}`));
    return;
  }
  if (context.isClosing) return;
  const abort = new AbortController();
  const waiting = new Set<AbortController>();
  const ended = Promise.resolve()
    .then(() => save.persist(() => find(context, id)))
    .then((check) => run(context, check, { signal: abort.signal, waiting }))
    .catch((error) => ports.log(`a check ended: ${ports.describeError(error).code}`))
    .then(() => {
      running.delete(id);
      if (!context.isClosing) announceSafely(context, id);
    });
  running.set(id, { abort, ended, waiting, wait: null });
}

async function run(
  context: Context,
  check: CheckRun,
  { signal, waiting }: Pick<Sender, 'signal' | 'waiting'>,
): Promise<void> {
  const { ports, services, save, recordOf } = context;
  const { id } = check;
  const showWait = (wait: CallWait | null) => {
    const own = context.running.get(id);
    if (own === undefined) return;
    own.wait = wait;
    announceSafely(context, id);
  };
  const announceResult = (result: CheckResult) => {
    services.events.emit({ type: 'check.result', result });
    announceSafely(context, id);
  };
  const isWanted = () => !context.isClosing && ports.storage.checks.get(id)?.status === 'running';
  const sender: Sender = {
    ports,
    services,
    check,
    signal,
    waiting,
    persist: save.persist,
    isWanted,
    onTheirWay: new Map(),
    showWait,
  };
  try {
    await runCheck({ ...sender, recordOf, announceResult });
    await end(context, id, 'completed', null);
  } catch (error) {
    if (error instanceof Halted || error instanceof UnwrittenError || context.isClosing) return;
    if (error instanceof BoundReached) await end(context, id, 'stopped', usedUp);
    else
      await end(
        context,
        id,
        'paused',
        error instanceof ConcernsAll ? error.data : ports.describeError(error),
      );
  }
}

async function end(
  { ports, save }: Context,
  id: string,
  status: CheckRun['status'],
  error: AppErrorData | null,
): Promise<void> {
  const { checks } = ports.storage;
  await save.store(() => {
    if (checks.get(id)?.status !== 'running') return;
    checks.update(id, { status, error, ...(status !== 'paused' && { finishedAt: ports.clock.now() }) });
  });
}

const usedUp: AppErrorData = {
  code: 'over_budget',
  message: 'The next request could have cost more than is left of the budget, so it was not sent.',
};

const cutOff: AppErrorData = {
  code: 'interrupted',
  message: 'The app ended while this request was under way.',
  outcomeUnknown: true,
};
