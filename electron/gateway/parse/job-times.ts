/** When a job was created and ended, under any of the names that gateways use. */
import { type JsonRecord, numberOrNull, textOrNull } from './json';

const CREATED = ['created_at', 'created', 'createdAt', 'submitted_at', 'queued_at'];
const FINISHED = ['finished_at', 'completed_at', 'ended_at', 'failed_at', 'finishedAt', 'completedAt'];

/** Milliseconds since the epoch; `null` where the record doesn't say, or names no moment. */
export interface JobTimes {
  readonly createdAt: number | null;
  readonly finishedAt: number | null;
}

export function readJobTimes(record: JsonRecord): JobTimes {
  return { createdAt: firstMoment(record, CREATED), finishedAt: firstMoment(record, FINISHED) };
}

const firstMoment = (record: JsonRecord, names: readonly string[]): number | null =>
  names.map((name) => readMoment(record[name])).find((moment) => moment !== null) ?? null;

/** The year 2000 and the end of 9999: what lies outside is a duration, a counter, or nonsense. */
const EARLIEST_MS = 946_684_800_000;
const LATEST_MS = 253_402_300_799_999;

/** Seconds or milliseconds since the epoch, or a date. */
function readMoment(value: unknown): number | null {
  const amount = numberOrNull(value);
  const milliseconds =
    amount !== null ? (amount > 1e11 ? amount : amount * 1_000) : Date.parse(textOrNull(value) ?? '');
  return milliseconds >= EARLIEST_MS && milliseconds <= LATEST_MS ? Math.round(milliseconds) : null;
}
