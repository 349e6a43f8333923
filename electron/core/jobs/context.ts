import { AppError } from '../../../shared/errors';
import type { Job, JobChecks } from '../../../shared/media/jobs';
import type { Model } from '../../../shared/models/models';
import type { MediaSource } from '../../gateway/types/media';
import type { Spending } from '../admission/spending';
import type { CallOwner } from '../calls/paid-call';
import type { EventBus } from '../events';
import type { OpenCall } from '../ledger/in-flight';
import type { CallSubject, LedgerService } from '../ledger/ledger';
import { createSafeAnnounce } from '../lib/announce-safely';
import { createDurableSave, type DurableSave } from '../lib/durable-save';
import type { Notices } from '../notices/notices';
import type { JobInternals, JobPatch } from '../ports/jobs';
import type { Ports } from '../ports/ports';
import { plannedJob } from '../prices/planned-call';
import type { MoneyOf } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import type { Pace } from '../rate-limits/pace';
import { patience, type RefusalPatience } from '../rate-limits/refused-wait';

/** Why the app itself ended the work on a job. */
export type HaltReason = 'cancelled' | 'closing';

const NOTICE = 'job-storage';

/** What all steps of a job share. */
export interface JobContext {
  readonly ports: Ports;
  readonly profiles: Profiles;
  readonly ledger: LedgerService;
  readonly notices: Notices;
  readonly spending: Spending;
  readonly moneyOf: MoneyOf;
  readonly pace: Pace;
  /** By the catalogue as it is known now; `undefined` for one that it doesn't list. */
  readonly modelOf: (profileId: string, model: string) => Model | undefined;
  /** The record as a window sees it, with the polls of this session. */
  read(id: string): Job;
  /** Shows windows the record as it is; never throws. */
  show(id: string): void;
  /** Stores the change together with what else must hold with it, then emits it. */
  change(id: string, patch: JobPatch, alongside?: () => void): void;
  /**
   * The same for what a response reported: retried until the database accepts it.
   * @throws UnwrittenError where the app closes first
   */
  store(id: string, patch: JobPatch, alongside?: () => void): Promise<void>;
  /** Runs any work on the database until it succeeds. @throws UnwrittenError as `store` does */
  persist<Result>(work: () => Result): Promise<Result>;
  /** `read`, retried until the database can be read. */
  load(id: string): Promise<Job>;
  /**
   * What the core alone knows of the job, retried like `load`. After an answer the record is read in no other way: a
   * database that can't be used for a moment would otherwise lose what was paid for.
   */
  internals(id: string): Promise<JobInternals>;
  /** Which of its results are files of the library, retried like `load`. */
  savedPositions(id: string): Promise<ReadonlySet<number>>;
  /** Ends the waiting of every `store` and `persist`. */
  stopStoring(): void;
  checksOf(id: string): JobChecks | null;
  setChecks(id: string, checks: JobChecks | null): void;
  /**
   * Results received as bytes that the disk has not accepted yet, by job and position. They are paid for and exist
   * nowhere else.
   */
  readonly held: Map<string, ReadonlyMap<number, MediaSource>>;
  /** Of running jobs whose answer may not be saved whole: what was answered, by job. */
  readonly answers: Map<string, () => unknown>;
  /** The open call of each running job: a remote job can be charged at any time until its last poll. */
  readonly calls: Map<string, OpenCall>;
  /** The jobs being polled, and the phase each had at its last poll. */
  readonly following: Map<string, 'queued' | 'running'>;
}

export interface JobServices {
  readonly events: EventBus;
  readonly profiles: Profiles;
  readonly ledger: LedgerService;
  readonly notices: Notices;
  readonly spending: Spending;
  readonly moneyOf: MoneyOf;
  readonly pace: Pace;
  readonly modelOf: JobContext['modelOf'];
}

/** A result may be here without its job, after a repair of the database. */
const JOB_GONE = 'The record of this job is gone. What it made is in the library, as far as it arrived.';

export function createJobContext(
  ports: Ports,
  { events, profiles, ledger, notices, spending, moneyOf, pace, modelOf }: JobServices,
): JobContext {
  const checks = new Map<string, JobChecks>();
  const read = (id: string): Job => {
    const job = ports.storage.jobs.get(id);
    if (!job) throw new AppError({ code: 'not_found', message: JOB_GONE });
    return { ...job, checks: checks.get(id) ?? null };
  };
  // Read in the transaction of the change: if the read fails, the change is not stored either and both are retried.
  const apply = (id: string, patch: JobPatch, alongside?: () => void): Job => {
    ports.storage.jobs.update(id, patch);
    alongside?.();
    return read(id);
  };
  const emit = (job: Job) => events.emit({ type: 'job.changed', job });
  const save = createSave(ports, notices);
  const safely = createSafeAnnounce(ports);
  const persist = async <Result>(work: () => Result): Promise<Result> => {
    const result = await save.persist(work);
    notices.dismiss(NOTICE);
    return result;
  };
  return {
    ports,
    profiles,
    ledger,
    notices,
    spending,
    moneyOf,
    pace,
    modelOf,
    read,
    persist,
    show: (id) => safely(() => emit(read(id))),
    stopStoring: save.close,
    held: new Map(),
    answers: new Map(),
    calls: new Map(),
    following: new Map(),
    load: (id) => persist(() => read(id)),
    internals: (id) => persist(() => ports.storage.jobs.internals(id)),
    savedPositions: (id) => persist(() => new Set(ports.storage.media.positionsOf(id))),
    change: (id, patch, alongside) => emit(ports.storage.transaction(() => apply(id, patch, alongside))),
    store: async (id, patch, alongside) => emit(await persist(() => apply(id, patch, alongside))),
    checksOf: (id) => checks.get(id) ?? null,
    setChecks(id, value) {
      if (value === null) checks.delete(id);
      else checks.set(id, value);
      try {
        emit(read(id));
      } catch (error) {
        // Polls are not stored, and the next one emits a new event.
        ports.log(`a check could not be read: ${ports.describeError(error).code}`);
      }
    },
  };
}

function createSave(ports: Ports, notices: JobServices['notices']): DurableSave {
  return createDurableSave(ports, {
    onRefused: ({ message }) =>
      notices.show({
        id: NOTICE,
        level: 'error',
        title: 'Couldn’t save a job',
        message: `${message} The gateway’s response is kept in memory and saved as soon as the disk accepts it.`,
      }),
  });
}

export function subjectOf(job: Job, operation: string, idempotencyKey: string | null = null): CallSubject {
  const { profileId, model, id: jobId } = job;
  return { profileId, model, jobId, operation, idempotencyKey };
}

/** The same for a call that may be charged: with the job's estimated cost. */
export function chargedSubjectOf(
  { spending }: JobContext,
  job: Job,
  operation: string,
  idempotencyKey: string | null = null,
): CallSubject {
  return { ...subjectOf(job, operation, idempotencyKey), forecast: spending.foresee(plannedJob(job)) };
}

/** How long a refused job is tried again. */
export const patienceOf = ({ owner }: Job): RefusalPatience =>
  owner?.kind === 'batch' ? patience.unattended : patience.queued;

/** Shows in a job's checks what its call waits for. */
export function showWaitOf({ ports, setChecks }: JobContext, { id }: Job): CallOwner['showWait'] {
  return (wait) =>
    setChecks(id, wait && { lastAt: wait.lastError === null ? null : ports.clock.now(), ...wait });
}

/** The open call of a running job. */
export function callOf({ calls }: JobContext, { id }: Job): OpenCall {
  const call = calls.get(id);
  if (!call) throw new Error(`job ${id} is not at work`);
  return call;
}
