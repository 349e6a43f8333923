/** A job, in any of the forms a gateway may give it. */
import type { Redactor } from '../record/redact';
import type { CallMeta } from '../types/call';
import type { JobStatus, RemoteJob } from '../types/jobs';
import type { MediaSource } from '../types/media';
import { readFailedResults } from './failed-results';
import { findAnywhere, findLikely } from './found-anywhere';
import { failedPartsIn } from './job-parts';
import { findJobError, readJobError, withheldIn } from './job-reason';
import {
  findNamedJob,
  isAddress,
  type NamedJob,
  recordsOf,
  responseAddressIn,
  stateOf,
  statusAddressIn,
} from './job-records';
import { isNumber, readJobState, readJobTimes } from './job-state';
import { amountOrNull, fieldsOf, isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { isErrorSaid } from './refused-by-code';
import { readJobFacts, readResults, readSureResults } from './results';

/** An answer that speaks of a job. */
export interface FoundJob extends NamedJob {
  /** The whole answer, of which `record` is a part. */
  readonly answer: unknown;
  readonly records: readonly JsonRecord[];
}

/**
 * The job of an answer, in whichever envelope; `null` where there is none.
 *
 * @param knownId of the job that was asked for: some gateways leave it out of their answer, which may then be empty.
 */
export function findJob(answer: unknown, knownId: string | null = null): FoundJob | null {
  const records = recordsOf(ofKnown(answer, knownId));
  const named = findNamedJob(records, knownId);
  return named === null ? null : { ...named, answer, records };
}

/** Some answer by the id: `{ "018a210d": { outputs, status } }` (ComfyUI). */
const ofKnown = (answer: unknown, id: string | null): unknown =>
  id !== null && isRecord(answer) && Object.hasOwn(answer, id) && isRecord(answer[id]) ? answer[id] : answer;

export interface JobContext {
  readonly baseUrl: string;
  readonly redactor: Redactor;
  /** Where a finished job's file is, for gateways that name no address of it; `null` where there is no such place. */
  contentUrl(id: string, record: JsonRecord): string | null;
  /** By which a job is asked for again whose answer names an address for that: see `RemoteJob.handle`. */
  handleOf(id: string, address: string | null): string;
}

export interface ReadJob {
  readonly meta: CallMeta;
  readonly waitMs: number | null;
  readonly knownId: string | null;
  /** The headers of an answer may name the address of its job. */
  readonly statusAddress?: string | null;
}

export function readJob(
  context: JobContext,
  job: FoundJob,
  { meta, waitMs, knownId, statusAddress = null }: ReadJob,
): RemoteJob {
  const { record, records, answer } = job;
  const id = job.id ?? knownId ?? '';
  const rawStatus = stateOf(job, records);
  const { status, isUnknown } = statusOf(job, rawStatus, context.baseUrl);
  const outputs = resultsOf(context, id, job, status);
  return {
    id,
    handle: isAddress(knownId) ? knownId : context.handleOf(id, statusAddressIn(records) ?? statusAddress),
    isNamed: job.id !== null && (knownId === null || isAddress(knownId) || job.id === knownId),
    status,
    rawStatus,
    isUnknownStatus: isUnknown,
    progress: readProgress(job, status === 'completed'),
    model:
      textOrNull(record.model) ??
      records.map(({ model }) => textOrNull(model)).find((one) => one !== null) ??
      null,
    ...outputs,
    error: context.redactor.strict(errorOf(job, status, rawStatus)),
    charged: readCharged(record),
    waitMs,
    ...readJobTimes(record),
    facts: readJobFacts(record),
    raw: record,
    answer,
    resultAddress: outputs.outputs.length > 0 ? null : responseAddressIn(records),
    meta,
  };
}

function resultsOf(context: JobContext, id: string, job: FoundJob, status: JobStatus) {
  const { record, records } = job;
  if (status === 'failed') return readFailedResults([record, ...records], context.baseUrl);
  const outputs = outputsOf(job, context.baseUrl);
  return status === 'completed' ? withOther(context, id, job, outputs) : { outputs };
}

const outputsOf = ({ record, answer }: FoundJob, baseUrl: string): readonly MediaSource[] => {
  const own = readResults(record, baseUrl);
  const found = own.length > 0 || answer === record ? own : readResults(answer, baseUrl);
  return found.map(({ source }) => source);
};

/**
 * A record with a result is finished, whatever it calls itself: but for the words of a failure, and for those of work
 * that goes on, during which some gateways add one result after another.
 */
function statusOf({ record, records, answer }: FoundJob, rawStatus: string, baseUrl: string) {
  const read = readJobState(rawStatus);
  const results = () => [record, ...records].some((one) => readSureResults(one, baseUrl).length > 0);
  // Some call a job completed that came to nothing, and say why beside it.
  const isWithheld = () =>
    (records.some((one) => withheldIn(one) !== null) || isErrorSaid(record.error)) &&
    findAnywhere(answer, baseUrl).length === 0;
  if (
    read.status === 'completed' &&
    (hasCode(record) || isWithheld() || failedPartsIn(records) !== null) &&
    !results()
  )
    return { status: 'failed', isUnknown: false } as const;
  if (!read.isUnknown && rawStatus.trim() !== '') return read;
  const hasResult = results();
  if (hasResult) return { status: 'completed', isUnknown: false } as const;
  // A number means another thing at each gateway; a reason beside it says what it means here.
  const isFailure = isNumber(rawStatus) && records.some(saysFailure);
  return isFailure ? ({ status: 'failed', isUnknown: false } as const) : read;
}

const saysFailure = (record: JsonRecord): boolean => {
  const { error } = record;
  const words = ['failreason', 'failmsg', 'errormessage', 'errormsg', 'joberrormsg'];
  if (words.some((name) => textOrNull(fieldsOf(record).get(name)) !== null)) return true;
  return isErrorSaid(error);
};

/** Some call a failed job finished, and say so by a code alone. */
const hasCode = (record: JsonRecord): boolean =>
  ['errcode', 'errorcode', 'failcode'].some((name) => {
    const code = numberOrNull(fieldsOf(record).get(name));
    return code !== null && code !== 0 && code !== 200;
  });

function errorOf({ record, records }: FoundJob, status: JobStatus, rawStatus: string): RemoteJob['error'] {
  if (status === 'failed')
    return findJobError([record, ...records.filter((one) => one !== record)], rawStatus);
  return status === 'running' ? readJobError(record.error, rawStatus) : null;
}

/** Where no result stands in its place: what is at the job's own address, else whatever of the answer may be one. */
function withOther(
  context: JobContext,
  id: string,
  { record, records, answer }: FoundJob,
  results: readonly MediaSource[],
): Pick<RemoteJob, 'outputs' | 'isFound'> {
  if (results.length > 0) return { outputs: results };
  const url = context.contentUrl(id, record);
  if (url !== null) return { outputs: [{ kind: 'url', url }] };
  if (responseAddressIn(records) !== null) return { outputs: [] };
  const outputs = findAnywhere(answer, context.baseUrl);
  return outputs.length === 0 ? { outputs } : { outputs, isFound: true };
}

/**
 * 0 to 1; a number above 1 is taken as a percentage. Exactly 1 before the end is either, so it is unknown, unless the
 * record has the shape that always counts to 100.
 */
function readProgress({ record, records }: FoundJob, isCompleted: boolean): number | null {
  const { object } = record;
  const given = [record, ...records].map(givenProgress).find((one) => one !== undefined);
  const amount = numberOrNull(typeof given === 'string' ? given.replace(/(?<!\s)\s*%$/, '') : given);
  if (amount === null || amount < 0 || amount > 100) return null;
  if (amount === 1 && !isCompleted) return object === 'video' ? 0.01 : null;
  return amount > 1 ? amount / 100 : amount;
}

const givenProgress = (record: JsonRecord): unknown =>
  ['progress', 'percentage', 'percent', 'taskprogress', 'progresspercent']
    .map((name) => fieldsOf(record).get(name))
    .find((one) => one !== undefined && one !== null);

/** The record's own total, which an answer's `credits_used` is a part of. */
function readCharged({ credits }: JsonRecord): number | null {
  return isRecord(credits) ? amountOrNull(credits.charged) : null;
}

/** Media that was made while the call waited: results, and no job to ask for. */
export function findFinished(answer: unknown, baseUrl: string): FoundJob | null {
  const [sole, ...others] = [answer].flat();
  if (!isRecord(sole) || others.length > 0 || isErrorSaid(sole.error)) return null;
  const hasResult = readResults(sole, baseUrl).length > 0 || findLikely(sole, baseUrl).length > 0;
  if (!hasResult) return null;
  const record = { ...sole, status: 'completed' };
  return { record, id: null, answer, records: [record] };
}
