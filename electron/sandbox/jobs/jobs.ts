/**
 * The queue of jobs: at most two run, the rest wait in the order of their creation.
 *
 * The price of a job is held from its creation to its end, so that concurrent jobs can never overdraw the account. It
 * is charged in the same transaction that completes the job, so exactly once. After a restart, unfinished jobs start
 * again.
 */
import { randomUUID } from 'node:crypto';
import type { Account, Hold } from '../account';
import { VIDEO_TYPE } from '../media/formats';
import { MediaError, type MediaPool } from '../media/pool';
import type { Frames, GivenFrames } from './frames';
import type { Outputs } from './outputs';
import { JobFailure, renderJob } from './render';
import type { Job, JobError, JobPage, JobStore, VideoInput } from './store';

/** Videos rendered at once. */
const MAX_RUNNING = 2;
/** Jobs waiting or running; more are refused with 503. */
export const MAX_UNFINISHED = 1000;
/** A video that takes longer is cancelled. */
const DEADLINE_MS = 15 * 60_000;

export interface JobsParts {
  readonly store: JobStore;
  readonly outputs: Outputs;
  readonly frames: Frames;
  readonly account: Account;
  readonly pool: MediaPool;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onInternalError: (error: unknown) => void;
}

export interface NewJob {
  readonly model: string;
  readonly input: VideoInput;
  readonly costMicros: number;
  readonly frames: GivenFrames;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** Stores the reply for a repeated key; runs in the transaction that creates the job. */
  readonly keep: (id: string) => void;
}

/** The progress of a running job; gone with the process. */
interface Live {
  readonly hold: Hold;
  progress: number;
  statusWord: string | null;
}

export class Jobs {
  readonly #parts: JobsParts;
  readonly #queue: string[] = [];
  readonly #live = new Map<string, Live>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  /** Restarts what an earlier process left unfinished. */
  constructor(parts: JobsParts) {
    this.#parts = parts;
    const unfinished = parts.store.unfinished();
    parts.frames.keepOnly(unfinished.map(({ id }) => id));
    for (const job of unfinished) this.#resume(job);
    this.#advance();
  }

  get unfinishedCount(): number {
    return this.#live.size;
  }

  /** Adds a job whose price is held already. */
  add({ keep, frames, ...job }: NewJob, hold: Hold): Job {
    const id = `job_${randomUUID().replaceAll('-', '')}`;
    this.#parts.frames.store(id, frames);
    this.#parts.store.add({ ...job, ...newFields(id, this.#parts.now()) }, () => keep(id));
    this.#enqueue(id, hold);
    return this.get(id);
  }

  find(id: string): Job | undefined {
    return this.#parts.store.find(id);
  }

  list(status: string | null, limit: number): JobPage {
    const words = new Map<string, string>();
    for (const [id, { statusWord }] of this.#live) if (statusWord !== null) words.set(id, statusWord);
    return this.#parts.store.list(status, limit, words);
  }

  /** From 0 to 1. */
  progressOf({ id, progress }: Job): number {
    return this.#live.get(id)?.progress ?? progress;
  }

  /** The reported status: usually the stored one, sometimes a word that no client knows. */
  statusOf({ id, status }: Job): string {
    return this.#live.get(id)?.statusWord ?? status;
  }

  /** Stops working; unfinished jobs start again at the next start. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The gateway is closing'));
    await Promise.all(this.#running.values());
  }

  get(id: string): Job {
    const job = this.find(id);
    if (job === undefined) throw new Error(`Job ${id} is missing from the database`);
    return job;
  }

  #resume(job: Job): void {
    // What was held before the restart is free again, and nothing else can have taken it yet.
    const hold = this.#parts.account.hold(job.costMicros);
    if (hold !== null) this.#enqueue(job.id, hold);
    else
      this.#fail(job.id, {
        code: 'insufficient_credits',
        message: 'There are not enough credits left for this job.',
      });
  }

  #enqueue(id: string, hold: Hold): void {
    this.#live.set(id, { hold, progress: 0, statusWord: null });
    this.#queue.push(id);
    this.#advance();
  }

  #advance(): void {
    while (this.#running.size < MAX_RUNNING && !this.#closing.signal.aborted) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const running = this.#run(id)
        .catch(this.#parts.onInternalError)
        .finally(() => {
          this.#running.delete(id);
          this.#advance();
        });
      this.#running.set(id, running);
    }
  }

  async #run(id: string): Promise<void> {
    const live = this.#live.get(id);
    if (live === undefined) return;
    const { store, outputs, frames, pool, now, sleep } = this.#parts;
    const draft = outputs.draft();
    try {
      store.start(id, now());
      await renderJob({
        job: this.get(id),
        draft,
        frames: frames.pathsOf(id),
        pool,
        sleep,
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(DEADLINE_MS)]),
        onProgress: (share) => {
          live.progress = Math.max(live.progress, share);
        },
        onStatusWord: (word) => {
          live.statusWord = word;
        },
      });
      this.#complete(this.get(id), live, draft);
    } catch (error) {
      outputs.discard(draft);
      if (!this.#closing.signal.aborted) this.#fail(id, this.#explain(error));
    } finally {
      if (!this.#closing.signal.aborted) frames.remove(id);
      live.hold.release();
      this.#live.delete(id);
    }
  }

  #complete(job: Job, { hold }: Live, draft: ReturnType<Outputs['draft']>): void {
    const { store, outputs, now } = this.#parts;
    const fields = {
      operation: 'videos.generations',
      model: job.model,
      state: 'completed' as const,
      requestId: job.requestId,
      idempotencyKey: job.idempotencyKey,
      promptTokens: null,
      completionTokens: null,
    };
    hold.settle(job.costMicros, fields, () => {
      const output = outputs.publish(draft, VIDEO_TYPE);
      store.complete(job.id, now(), output.token);
    });
  }

  #fail(id: string, error: JobError): void {
    this.#parts.store.fail(id, this.#parts.now(), this.#live.get(id)?.progress ?? 0, error);
  }

  #explain(error: unknown): JobError {
    if (error instanceof JobFailure) return error.fields;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return { code: 'timeout', message: `The video was not ready after ${DEADLINE_MS / 60_000} minutes.` };
    }
    this.#parts.onInternalError(error);
    const isThread = error instanceof MediaError;
    return {
      code: 'internal_error',
      message: isThread ? 'The video could not be generated.' : 'The gateway failed on this job.',
    };
  }
}

function newFields(id: string, now: number) {
  const empty = { startedAt: null, finishedAt: null, progress: 0, outputToken: null, error: null };
  return { id, status: 'queued' as const, createdAt: now, ...empty };
}
