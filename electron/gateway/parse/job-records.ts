/** Where the parts of an answer about a job stand: its record, its id, its state and its addresses. */
import { findState } from './job-state';
import { fieldsOf, isRecord, type JsonRecord, plainName, textOrNull, wordOf } from './json';
import { isSkipped } from './results';

/** Fields that gateways wrap a job in, without case and signs, as all names here. */
const ENVELOPES = [
  ...['job', 'jobs', 'task', 'data', 'output', 'result', 'results', 'response', 'resp', 'prediction'],
  ...['operation', 'video', 'generation', 'body', 'payload', 'generatevideoresponse'],
  // Of a failed one that is named in it.
  'errors',
];
/** What else an envelope may be called: `sdGenerationJob`, `AigcVideoTask`, `generations_by_pk`. */
const ENVELOPE = /^\w+(?:job|task|prediction|operation|generation|bypk)$/;
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

function wrapped(record: JsonRecord): JsonRecord[] {
  const fields = fieldsOf(record);
  const others = [...fields.keys()].filter((name) => ENVELOPE.test(name) && !ENVELOPES.includes(name));
  return [...ENVELOPES, ...others]
    .map((name) => soleRecord(fields.get(name)))
    .filter((inner) => inner !== null);
}

/** A list of one is that one; of several, each is a result. */
function soleRecord(value: unknown): JsonRecord | null {
  const [first, ...others] = [value].flat();
  return isRecord(first) && others.length === 0 ? first : null;
}

/** Names that only a job's id has; then what any record's id is called; last, what may be that of the request alone. */
const TASK_IDS = [
  ...['taskid', 'jobid', 'generationid', 'predictionid', 'operationid', 'submissionid', 'jobsetid'],
  ...['renderid', 'callid', 'executionid', 'workid', 'creationid', 'runid', 'promptid'],
  // Bedrock’s are addresses of a kind of their own.
  ...['invocationarn', 'jobarn', 'taskarn', 'executionarn'],
];
const OWN_IDS = ['id', 'videoid', 'uuid', 'taskuuid', 'jobuuid'];
const REQUEST_IDS = ['requestid', 'reqid'];
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
  for (const [names, fits] of waysToName(records, knownId)) {
    const named = namedBy(records, names, fits) ?? (names === TASK_IDS ? namedInOther(records[0]) : null);
    if (named !== null) return named;
  }
  if (knownId === null) return null;
  const stated = records.findLast(hasState);
  return stated === undefined ? null : { record: stated, id: null };
}

const hasState = (record: JsonRecord): boolean => findState(record) !== null;

type WayToName = readonly [names: readonly string[], fits: (record: JsonRecord) => boolean];

/** The surest first. */
function waysToName(records: readonly JsonRecord[], knownId: string | null): readonly WayToName[] {
  const isNew = knownId === null || isAddress(knownId);
  const refused = records.map((record) => soleRecord(fieldsOf(record).get('errors')));
  const isNoError = (record: JsonRecord) => !refused.includes(record);
  return [
    [[...TASK_IDS, ...OWN_IDS], (record) => hasState(record) && !isEnvelope(record, records)],
    // An error without a state names the task of a request that was refused.
    [TASK_IDS, isNoError],
    [OWN_IDS, isNoError],
    [['name'], ({ name, done }) => done !== undefined || /(?:^|\/)operations\//.test(wordOf(name))],
    [BARE_IDS, (record) => knownId === null && !hasError(record)],
    // The id of a poll is another one.
    [REQUEST_IDS, (record) => isNew && hasState(record) && !hasError(record) && !isRefused(record)],
    [REQUEST_IDS, (record) => isNew && !hasError(record) && !isRefused(record)],
  ];
}

function namedBy(records: readonly JsonRecord[], ...[names, fits]: WayToName): NamedJob | null {
  for (const record of records.filter(fits)) {
    const id = firstId(record, names);
    if (id !== null && (names !== BARE_IDS || isBareId(id))) return { record, id };
  }
  return null;
}

/** In an envelope that nobody knows by name: one that holds the name of a task is the one of its job. */
function namedInOther(answer: JsonRecord | undefined): NamedJob | null {
  const others = Object.entries(answer ?? {})
    .map(([name, value]) => (isSkipped(plainName(name)) ? null : soleRecord(value)))
    .filter((inner) => inner !== null);
  return namedBy(others, TASK_IDS, () => true);
}

/** An envelope may hold nothing but the id: `{ "result": "018a210d" }`. */
const BARE_IDS = ['job', 'task', 'result', 'data'];
const isBareId = (id: string): boolean => id.length <= 100 && /^(?=.*\d)[\w:.-]{1,100}$/.test(id);

const hasError = (record: JsonRecord): boolean => Boolean(fieldsOf(record).get('error'));

const namesOf = (record: JsonRecord): readonly string[] =>
  ALL_IDS.flatMap((name) => idText(fieldsOf(record).get(name)) ?? []);

function firstId(record: JsonRecord, names: readonly string[]): string | null {
  return names.map((name) => idText(fieldsOf(record).get(name))).find((id) => id !== null) ?? null;
}

const idText = (value: unknown): string | null =>
  typeof value === 'number' ? wordOf(value) : textOrNull(value);

/** It answers a call, and holds the job: its own state is that of the call. */
function isEnvelope(record: JsonRecord, records: readonly JsonRecord[]): boolean {
  if (firstId(record, TASK_IDS) !== null) return false;
  if (!['code', 'success', 'message', 'msg', 'requestid'].some((name) => fieldsOf(record).has(name)))
    return false;
  const isPolite = /^(?:ok|success|\d*)$/i.test(findState(record) ?? '');
  return wrapped(record).some(
    (inner) =>
      records.includes(inner) &&
      (firstId(inner, TASK_IDS) !== null ||
        (isPolite && findState(inner) !== null && firstId(inner, OWN_IDS) !== null)),
  );
}

/** Many answer a refused request with 200 and a code that is not zero, beside data that is none. */
function isRefused({ base_resp, code, data }: JsonRecord): boolean {
  const isCode = code !== undefined && !/^(?:0*|1|200|ok|success)$/i.test(wordOf(code));
  return (isRecord(base_resp) && Number(wordOf(base_resp.status_code)) !== 0) || (data === null && isCode);
}

/** The state of the job as it is written: of its own record, else of the innermost that has one; empty where none is. */
export function stateOf(job: NamedJob, records: readonly JsonRecord[]): string {
  return findState(job.record) ?? records.map(findState).findLast((state) => state !== null) ?? '';
}

const STATUS_ADDRESSES = [
  ...['statusurl', 'pollingurl', 'pollurl', 'taskurl', 'queryurl', 'geturl', 'statusuri', 'fetchresult'],
  'checkurl',
];
const RESPONSE_ADDRESSES = ['responseurl', 'resultendpoint'];

/** The address at which the gateway itself says the job is asked for. */
export const statusAddressIn = (records: readonly JsonRecord[]): string | null =>
  addressIn(records, STATUS_ADDRESSES) ??
  addressIn(records.map(({ urls }) => urls).filter(isRecord), ['get', 'status']);

/** Where the results of a finished job stand, when its state names only that. */
export const responseAddressIn = (records: readonly JsonRecord[]): string | null =>
  addressIn(records, RESPONSE_ADDRESSES);

function addressIn(records: readonly JsonRecord[], names: readonly string[]): string | null {
  for (const record of records) {
    const fields = fieldsOf(record);
    const found = names.map((name) => textOrNull(fields.get(name))).find((text) => text !== null);
    if (found != null) return found;
  }
  return null;
}
