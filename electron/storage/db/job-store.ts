import {
  finishedStatuses,
  type Job,
  type JobPage,
  type JobPart,
  type RawAnswer,
} from '../../../shared/media/jobs';
import { defaultFileNameTemplate } from '../../../shared/media/media';
import type { JobFilter, JobInternals, JobPatch, JobStore, NewJob } from '../../core/ports/jobs';
import { costOfJob, costSum, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { storedId } from './ids';
import { hasSentInputs, IS_UNFINISHED, inputsOfJob, insertInputs, keepSentInputs } from './job-inputs';
import { damagedRow, isDamagedJson, readError, readJson } from './json-column';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { readPlaces } from './result-places';

interface Row {
  seq: number;
  id: string;
  modality: Job['modality'];
  profile_id: string;
  model: string;
  prompt: string;
  parameters: string;
  extra: string;
  destination: string;
  status: Job['status'];
  remote_id: string | null;
  remote_status: string | null;
  progress: number | null;
  created_at: number;
  finished_at: number | null;
  request_id: string | null;
  error: string | null;
  may_still_charge: number;
  has_result: number;
  output_urls: string;
  result_facts: string;
  is_foreign: number;
  is_dismissed: number;
  owner_kind: NonNullable<Job['owner']>['kind'] | null;
  owner_id: string | null;
  cost: string | null;
  /** JSON of {@link PartColumns} for each part, in their order. */
  parts: string;
  has_media: number;
  has_inputs: number;
  has_answer: number;
}

type PartColumns = readonly [
  position: number,
  start: number,
  end: number,
  status: JobPart['status'],
  error: string | null,
  cost: string | null,
];

/** As a text, which is read like any other cost. */
const COST_OF_PART = `(SELECT CAST(${costSum()} AS TEXT) FROM ledger_rows ledger
  WHERE job_id = p.job_id AND idempotency_key = ${storedId('p.idempotency_key')})`;

/** A running job is read at every poll: its parts come with it, and results are asked for only where it has some. */
const PARTS = `(SELECT json_group_array(json_array(position, start, "end", status, error, cost)) FROM (
  SELECT p.*, ${COST_OF_PART} AS cost FROM job_parts p
  WHERE p.job_id = j.id ORDER BY position))`;

const SELECT = `SELECT j.*, ${costOfJob('j')} AS cost,
  ${PARTS} AS parts, EXISTS (SELECT 1 FROM media m WHERE m.job_id = j.id) AS has_media,
  EXISTS (SELECT 1 FROM job_inputs i WHERE i.job_id = j.id) AS has_inputs,
  EXISTS (SELECT 1 FROM job_answers a WHERE a.job_id = j.id) AS has_answer FROM jobs j`;

export function createJobStore(database: Database): JobStore {
  const toJob = (row: Row) => readJob(database, row);
  const one = (where: string, ...params: SqlValue[]) => {
    const row = database.get<Row>(`${SELECT} WHERE ${where}`, ...params);
    return row && toJob(row);
  };
  return {
    insert: (job) => insert(database, job),
    get: (id) => jobById(database, id),
    byRemoteId: (profileId, remoteId) =>
      one('j.profile_id = ? AND j.remote_id = ? ORDER BY j.seq DESC LIMIT 1', profileId, remoteId),
    unfinished: () =>
      database
        .all<Row>(`${SELECT} WHERE ${IS_UNFINISHED} ORDER BY j.seq`)
        .map(toJob)
        .filter(({ status }) => !finishedStatuses.includes(status)),
    ofMessage(messageId) {
      // A range of the index of ids.
      const isOfMessage = "j.id > ?1 || '-r' AND j.id < ?1 || '-s' AND j.owner_kind = 'message'";
      return database.all<Row>(`${SELECT} WHERE ${isOfMessage} ORDER BY j.seq`, messageId).map(toJob);
    },
    internals: (id) => internals(database, id),
    update: (id, patch) => update(database, id, patch),
    updatePart(id, index, { status, error }) {
      const text = error === null ? null : JSON.stringify(error);
      database.run(
        'UPDATE job_parts SET status = ?, error = ? WHERE job_id = ? AND position = ?',
        status,
        text,
        id,
        index,
      );
    },
    keepAnswer(id, { text, leftOutCharacters }) {
      database.run(
        'INSERT OR REPLACE INTO job_answers (job_id, text, left_out) VALUES (?, ?, ?)',
        ...[id, text, leftOutCharacters],
      );
    },
    rawAnswer: (id) =>
      database.get<RawAnswer>(
        'SELECT text, left_out AS leftOutCharacters FROM job_answers WHERE job_id = ?',
        id,
      ),
    keepSentInputs: (id, inputs) => keepSentInputs(database, id, inputs),
    hasSentInputs: (id) => hasSentInputs(database, id),
    page: (filter, cursor, limit) => page(database, filter, cursor, limit),
  };
}

export function jobById(database: Database, id: string): Job | undefined {
  const row = database.get<Row>(`${SELECT} WHERE j.id = ?`, id);
  return row && readJob(database, row);
}

function insert(database: Database, job: NewJob): void {
  database.run(
    `INSERT INTO jobs (id, modality, profile_id, model, prompt, parameters, extra, destination, status, remote_id,
       created_at, is_foreign, owner_kind, owner_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job.id, job.modality, job.profileId, job.model, job.prompt],
    ...[JSON.stringify(job.parameters), JSON.stringify(job.extra), JSON.stringify(job.destination)],
    ...[job.status, job.remoteId, job.createdAt, job.isForeign ? 1 : 0],
    ...[job.owner?.kind ?? null, job.owner?.id ?? null],
  );
  insertInputs(database, job.id, job.inputs);
  for (const [position, part] of job.parts.entries()) {
    database.run(
      `INSERT INTO job_parts (job_id, position, start, "end", status, idempotency_key) VALUES (?, ?, ?, ?, ?, ?)`,
      ...[job.id, position, part.start, part.end, part.status ?? 'waiting', part.idempotencyKey],
    );
  }
}

const COLUMNS: Readonly<Record<keyof JobPatch, { column: string; toSql: (value: never) => SqlValue }>> = {
  status: { column: 'status', toSql: (value: string) => value },
  remoteStatus: { column: 'remote_status', toSql: (value: string | null) => value },
  remoteId: { column: 'remote_id', toSql: (value: string | null) => value },
  progress: { column: 'progress', toSql: (value: number | null) => value },
  finishedAt: { column: 'finished_at', toSql: (value: number | null) => value },
  requestId: { column: 'request_id', toSql: (value: string | null) => value },
  mayStillCharge: { column: 'may_still_charge', toSql: (value: boolean) => Number(value) },
  hasResult: { column: 'has_result', toSql: (value: boolean) => Number(value) },
  resultFacts: { column: 'result_facts', toSql: (value: unknown) => JSON.stringify(value) },
  modality: { column: 'modality', toSql: (value: string) => value },
  destination: { column: 'destination', toSql: (value: unknown) => JSON.stringify(value) },
  isDismissed: { column: 'is_dismissed', toSql: (value: boolean) => Number(value) },
  error: { column: 'error', toSql: (value: unknown) => (value === null ? null : JSON.stringify(value)) },
  places: { column: 'output_urls', toSql: (value: unknown) => JSON.stringify(value) },
};

function update(database: Database, id: string, patch: JobPatch): void {
  const changes = Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const { column, toSql } = COLUMNS[name as keyof JobPatch];
      return { set: `${column} = ?`, value: toSql(value as never) };
    });
  if (changes.length === 0) return;
  const sets = changes.map(({ set }) => set).join(', ');
  database.run(`UPDATE jobs SET ${sets} WHERE id = ?`, ...changes.map(({ value }) => value), id);
}

/** Keyset paging in the order of creation. */
function page(database: Database, filter: JobFilter, cursor: string | null, limit: number): JobPage {
  const where = [
    'j.seq < ?',
    // Media of chat replies are listed with the chat, not here.
    "j.owner_kind IS NOT 'message'",
    ...(filter.dismissed ? [] : ['j.is_dismissed = 0']),
    ...(filter.modality === null ? [] : ['j.modality = ?']),
  ];
  const before = Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0;
  const modality = filter.modality === null ? [] : [filter.modality];
  const rows = database.all<Row>(
    `${SELECT} WHERE ${where.join(' AND ')} ORDER BY j.seq DESC LIMIT ?`,
    ...[before, ...modality, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    jobs: shown.map((row) => readJob(database, row)),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
  };
}

function internals(database: Database, id: string): JobInternals {
  const row = database.get<Row>('SELECT * FROM jobs WHERE id = ?', id);
  const keys = database.all<{ idempotency_key: string }>(
    'SELECT idempotency_key FROM job_parts WHERE job_id = ? ORDER BY position',
    id,
  );
  return {
    destination: readJson(row?.destination, { folder: '', fileNameTemplate: defaultFileNameTemplate }),
    hasResult: row?.has_result === 1,
    places: readPlaces(row?.output_urls),
    resultFacts: readJson(row?.result_facts, []),
    partKeys: keys.map((part) => part.idempotency_key),
  };
}

function readJob(database: Database, row: Row): Job {
  return {
    id: row.id,
    modality: row.modality,
    profileId: row.profile_id,
    model: row.model,
    prompt: row.prompt,
    parameters: readJson(row.parameters, {}),
    extra: readJson(row.extra, {}),
    status: row.status,
    remoteId: row.remote_id,
    remoteStatus: row.remote_status,
    progress: row.progress,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    checks: null,
    requestId: row.request_id,
    ...(row.has_answer === 1 && { hasRawAnswer: true as const }),
    parts: readParts(row.parts),
    cost: readCost(row.cost),
    mayStillCharge: row.may_still_charge === 1,
    canFetchAgain: row.has_result === 1 && ['failed', 'cancelled'].includes(row.status),
    error: readError(row.error),
    ...(row.has_inputs === 1 && { inputs: inputsOfJob(database, row.id) }),
    media: row.has_media === 1 ? readMedia(database, row.id) : [],
    isForeign: row.is_foreign === 1,
    isDismissed: row.is_dismissed === 1,
    owner: row.owner_kind === null ? null : { kind: row.owner_kind, id: row.owner_id ?? '' },
    ...failureOfDamage(row),
  };
}

/** A job that was never sent, and whose settings are lost, must not be sent with others. */
function failureOfDamage(row: Row): Partial<Pick<Job, 'status' | 'error'>> {
  const isWhole = ![row.parameters, row.extra].some((text) => isDamagedJson(text, {}));
  if (isWhole || row.remote_id !== null || !['waiting', 'submitting'].includes(row.status)) return {};
  return {
    status: 'failed',
    error: damagedRow('The settings of this job are damaged. It was not sent again.'),
  };
}

function readParts(text: string): JobPart[] {
  return (JSON.parse(text) as PartColumns[]).map(([index, start, end, status, error, cost]) => ({
    index,
    start,
    end,
    status,
    cost: readCost(cost),
    error: readError(error),
  }));
}

function readMedia(database: Database, jobId: string) {
  const query = `SELECT ${mediaColumns} FROM media m WHERE m.job_id = ? AND m.removed_at IS NULL ORDER BY m.position`;
  return database.all<MediaRow>(query, jobId).map(toMediaItem);
}
