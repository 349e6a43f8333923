/** Jobs in the database: their request, progress and result. */
import type { Database } from '../../storage/db/driver';

/** The request of a video, with the defaults filled in. */
export interface VideoInput {
  readonly prompt: string;
  readonly duration: number;
  readonly resolution: string;
  /** Absent where the request named none. */
  readonly aspect_ratio?: string;
  readonly seed: number;
  /** Frames per second; absent where the request named none. */
  readonly fps?: number;
  /** The frames that were given, each by the SHA-256 of its file. */
  readonly first_frame?: string;
  readonly last_frame?: string;
  /** The video that was given, in the same way. */
  readonly video?: string;
  readonly fail?: string;
  readonly fail_after?: number;
}

export interface JobError {
  readonly code: string;
  readonly message: string;
}

export interface Job {
  readonly id: string;
  readonly model: string;
  readonly input: VideoInput;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  /** Microcredits it costs when it completes. */
  readonly costMicros: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** 0 to 1, as it was at the end. */
  readonly progress: number;
  readonly outputToken: string | null;
  readonly error: JobError | null;
  /** The request that made it. */
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
}

interface JobRow {
  readonly id: string;
  readonly model: string;
  readonly input: string;
  readonly status: Job['status'];
  readonly cost_micros: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly progress: number;
  readonly output_token: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly request_id: string;
  readonly idempotency_key: string | null;
}

export class JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a queued job; `together` runs in the same transaction. */
  add(job: Job, together: () => void): void {
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO job (id, model, input, status, cost_micros, created_at, request_id, idempotency_key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[job.id, job.model, JSON.stringify(job.input), job.status, job.costMicros, job.createdAt],
        ...[job.requestId, job.idempotencyKey],
      );
      together();
    });
  }

  find(id: string): Job | undefined {
    const row = this.#database.get<JobRow>('SELECT * FROM job WHERE id = ?', id);
    return row && toJob(row);
  }

  /**
   * Newest first. `words` are statuses reported in place of the stored ones, by id; a filter uses the reported ones.
   */
  list(status: string | null, limit: number, words: ReadonlyMap<string, string>): JobPage {
    const rows = this.#database.all<JobRow>(
      `SELECT * FROM job
       WHERE ?1 IS NULL OR coalesce((SELECT value FROM json_each(?2) WHERE key = job.id), status) = ?1
       ORDER BY position DESC LIMIT ?3`,
      status,
      JSON.stringify(Object.fromEntries(words)),
      limit + 1,
    );
    return { jobs: rows.slice(0, limit).map(toJob), hasMore: rows.length > limit };
  }

  /** Every job that has not ended, oldest first. */
  unfinished(): Job[] {
    return this.#database
      .all<JobRow>(`SELECT * FROM job WHERE status IN ('queued', 'running') ORDER BY position`)
      .map(toJob);
  }

  start(id: string, at: number): void {
    this.#database.run(
      `UPDATE job SET status = 'running', started_at = coalesce(started_at, ?) WHERE id = ?`,
      at,
      id,
    );
  }

  complete(id: string, at: number, outputToken: string): void {
    this.#database.run(
      `UPDATE job SET status = 'completed', progress = 1, finished_at = ?, output_token = ? WHERE id = ?`,
      at,
      outputToken,
      id,
    );
  }

  fail(id: string, at: number, progress: number, error: JobError): void {
    this.#database.run(
      `UPDATE job SET status = 'failed', finished_at = ?, progress = ?, error_code = ?, error_message = ?
       WHERE id = ?`,
      at,
      progress,
      error.code,
      error.message,
      id,
    );
  }

  /** `true` for the first caller only: only one response reports the cost as its own. */
  claimCostReport(id: string): boolean {
    return (
      this.#database.run('UPDATE job SET is_cost_told = 1 WHERE id = ? AND is_cost_told = 0', id).changes ===
      1
    );
  }
}

function toJob(row: JobRow): Job {
  const { error_code: code, error_message: message } = row;
  return {
    id: row.id,
    model: row.model,
    input: JSON.parse(row.input) as VideoInput,
    status: row.status,
    costMicros: row.cost_micros,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    progress: row.progress,
    outputToken: row.output_token,
    error: code === null ? null : { code, message: message ?? '' },
    requestId: row.request_id,
    idempotencyKey: row.idempotency_key,
  };
}
