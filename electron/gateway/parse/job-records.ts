/** Where the parts of an answer about a job stand: its record, its id, its state and its addresses. */
import { findState } from './job-state';
import { isRecord, type JsonRecord, textOrNull } from './json';

/** Fields that gateways wrap a job in. */
const ENVELOPES = [
  ...['job', 'task', 'data', 'output', 'result', 'results', 'response', 'resp', 'Resp', 'prediction'],
  ...['operation', 'video', 'generation', 'body', 'payload'],
  // Of a failed one that is named in it.
  'errors',
];
const MOST_LEVELS = 4;

/** The records of an answer that may speak of the job, the outermost first. */
export function recordsOf(body: unknown): readonly JsonRecord[] {
  let level = [soleRecord(body)].filter((one) => one !== null);
  const all: JsonRecord[] = [];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    all.push(...level);
    level = level.flatMap(wrapped);
  }
  return all;
}

const wrapped = (record: JsonRecord): JsonRecord[] =>
  ENVELOPES.map((name) => soleRecord(record[name])).filter((inner) => inner !== null);

/** A list of one is that one; of several, each is a result. */
function soleRecord(value: unknown): JsonRecord | null {
  const [first, ...others] = [value].flat();
  return isRecord(first) && others.length === 0 ? first : null;
}

/** Names that only a job's id has; then what any record's id is called; last, what may be that of the request alone. */
const TASK_IDS = [
  ...['task_id', 'taskId', 'taskID', 'job_id', 'jobId', 'generation_id', 'generationId', 'prediction_id'],
  ...['predictionId', 'operation_id', 'operationId', 'submission_id', 'job_set_id'],
];
const OWN_IDS = ['id', 'video_id', 'videoId', 'uuid', 'task_uuid', 'taskUUID', '_id'];
const REQUEST_IDS = ['requestId', 'request_id', 'req_id'];
const ALL_IDS = [...TASK_IDS, ...OWN_IDS, ...REQUEST_IDS, 'name'];

/** A job may be named by the address that answers for it. */
export const isAddress = (id: string | null): id is string => id !== null && /^https?:\/\//i.test(id);

export interface NamedJob {
  readonly record: JsonRecord;
  /** `null` where the answer leaves it out. */
  readonly id: string | null;
}

/**
 * The record of the job. The id that was asked for counts wherever it stands; else one that only a job has, or one
 * beside a state; an envelope's request id only where nothing else names the job. `null` where there is none.
 */
export function findNamedJob(records: readonly JsonRecord[], knownId: string | null): NamedJob | null {
  const known = records.find((record) => knownId !== null && namesOf(record).includes(knownId));
  if (known !== undefined) return { record: known, id: knownId };
  const isNew = knownId === null || isAddress(knownId);
  const hasState = (record: JsonRecord) => findState(record) !== null;
  const tries: readonly (readonly [readonly string[], (record: JsonRecord) => boolean])[] = [
    [[...TASK_IDS, ...OWN_IDS], (record) => hasState(record) && !isEnvelope(record, records)],
    [TASK_IDS, () => true],
    [OWN_IDS, () => true],
    [['name'], ({ name, done }) => done !== undefined || /(?:^|\/)operations\//.test(String(name))],
    // The id of a poll is another one.
    [REQUEST_IDS, (record) => isNew && hasState(record) && !record.error && !isRefused(record)],
    [REQUEST_IDS, (record) => isNew && !record.error && !isRefused(record)],
  ];
  for (const [names, fits] of tries) {
    for (const record of records.filter(fits)) {
      const id = firstId(record, names);
      if (id !== null) return { record, id };
    }
  }
  if (knownId === null) return null;
  const stated = records.findLast(hasState);
  return stated === undefined ? null : { record: stated, id: null };
}

const namesOf = (record: JsonRecord): readonly string[] =>
  ALL_IDS.flatMap((name) => idText(record[name]) ?? []);

function firstId(record: JsonRecord, names: readonly string[]): string | null {
  return names.map((name) => idText(record[name])).find((id) => id !== null) ?? null;
}

const idText = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : textOrNull(value);

/** It answers a call, and holds the job: its own state is that of the call. */
function isEnvelope(record: JsonRecord, records: readonly JsonRecord[]): boolean {
  if (firstId(record, TASK_IDS) !== null) return false;
  if (!['code', 'success', 'message', 'msg', 'request_id', 'requestId'].some((name) => name in record))
    return false;
  const isPolite = /^(?:ok|success|\d*)$/i.test(findState(record) ?? '');
  return wrapped(record).some(
    (inner) =>
      records.includes(inner) &&
      (firstId(inner, TASK_IDS) !== null ||
        (isPolite && findState(inner) !== null && firstId(inner, OWN_IDS) !== null)),
  );
}

/** MiniMax and others answer a refused request with 200 and a code that is not zero. */
function isRefused({ base_resp }: JsonRecord): boolean {
  return isRecord(base_resp) && Number(base_resp.status_code ?? 0) !== 0;
}

/** The state of the job as it is written: of its own record, else of the innermost that has one; empty where none is. */
export function stateOf(job: NamedJob, records: readonly JsonRecord[]): string {
  return findState(job.record) ?? records.map(findState).findLast((state) => state !== null) ?? '';
}

const STATUS_ADDRESSES = [
  ...['status_url', 'statusUrl', 'polling_url', 'pollingUrl', 'poll_url', 'pollUrl', 'task_url', 'taskUrl'],
  ...['query_url', 'queryUrl', 'get_url', 'status_uri', 'fetch_result', 'check_url'],
];
const RESPONSE_ADDRESSES = ['response_url', 'responseUrl', 'result_endpoint'];

/** The address at which the gateway itself says the job is asked for. */
export const statusAddressIn = (records: readonly JsonRecord[]): string | null =>
  addressIn(records, STATUS_ADDRESSES) ??
  addressIn(records.map(({ urls }) => urls).filter(isRecord), ['get', 'status']);

/** Where the results of a finished job stand, when its state names only that. */
export const responseAddressIn = (records: readonly JsonRecord[]): string | null =>
  addressIn(records, RESPONSE_ADDRESSES);

function addressIn(records: readonly JsonRecord[], names: readonly string[]): string | null {
  for (const record of records) {
    const found = names.map((name) => textOrNull(record[name])).find((text) => text !== null);
    if (found != null) return found;
  }
  return null;
}
