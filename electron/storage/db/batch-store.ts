import type { Extra } from '../../../shared/extra/field-names';
import { liftSetup } from '../../../shared/extra/lift-extra';
import { type Batch, type BatchPage, type BatchRowStatus, rowStatuses } from '../../../shared/lab/batch';
import type { ModalityId, ParameterValues } from '../../../shared/modalities/modalities';
import { toCost } from '../../../shared/money/cost';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { Setup } from '../../../shared/run/setup';
import type { BatchPatch, BatchStore, NewBatch } from '../../core/ports/batches';
import { createBatchRows } from './batch-rows';
import { inUnit, moneySum } from './cost-sql';
import type { Database } from './driver';
import { storedId } from './ids';
import { columnsOfSetup, readError, readJson } from './json-column';
import { isUnknownOf } from './ledger-terms';
import { mayBeUncounted } from './uncounted';

interface Row {
  seq: number;
  id: string;
  name: string;
  modality: ModalityId;
  profile_id: string;
  model: string;
  template: string;
  settings: string;
  parameters: string;
  extra: string;
  columns: string;
  status: Batch['status'];
  error: string | null;
  created_at: number;
  finished_at: number | null;
  counts: string;
  credits_used: number;
  dollars_used: number;
  unknown_costs: number;
}

export function createBatchStore(database: Database): BatchStore {
  return {
    insert: (batch) => insert(database, batch),
    get(id) {
      const row = database.get<Row>('SELECT * FROM batches WHERE id = ? AND removed_at IS NULL', id);
      return row && toBatch(row);
    },
    isEmpty: () => database.get('SELECT 1 FROM batches LIMIT 1') === undefined,
    page: (modality, cursor, limit) => page(database, modality, cursor, limit),
    update: (id, patch) => database.transaction(() => update(database, id, patch)),
    count: (id) => count(database, id),
    mayBeUncounted: () => mayBeUncounted(database, 'batches', 'status'),
    running: () =>
      database
        .all<{ id: string }>(
          "SELECT id FROM batches WHERE status = 'running' AND removed_at IS NULL ORDER BY seq",
        )
        .map(({ id }) => id),
    setRemoved(id, at) {
      database.run('UPDATE batches SET removed_at = ? WHERE id = ?', at, id);
    },
    purgeRemoved() {
      database.run('DELETE FROM batches WHERE removed_at IS NOT NULL');
    },
    ...createBatchRows(database),
  };
}

function insert(database: Database, batch: NewBatch): void {
  database.transaction(() => {
    database.run(
      `INSERT INTO batches (id, name, modality, profile_id, model, template, settings, parameters, extra, columns,
         status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?)`,
      ...[batch.id, batch.name, batch.modality, batch.profileId, batch.model, batch.template],
      ...columnsOfSetup(batch),
      ...[JSON.stringify(batch.columns), batch.createdAt],
    );
    const seq = database.get<{ seq: number }>('SELECT seq FROM batches WHERE id = ?', batch.id)?.seq ?? 0;
    for (const [position, { values, key }] of batch.rows.entries()) {
      database.run(
        `INSERT INTO batch_rows (batch_seq, position, "values", status, key) VALUES (?, ?, ?, 'waiting', ?)`,
        ...[seq, position, JSON.stringify(values), key],
      );
    }
    count(database, batch.id);
  });
}

/** Keyset paging in the order of creation. */
function page(
  database: Database,
  modality: ModalityId | null,
  cursor: string | null,
  limit: number,
): BatchPage {
  const before = Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0;
  const where = modality === null ? '' : 'modality = ? AND ';
  const rows = database.all<Row>(
    `SELECT * FROM batches WHERE ${where}removed_at IS NULL AND seq < ? ORDER BY seq DESC LIMIT ?`,
    ...[...(modality === null ? [] : [modality]), before, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    batches: shown.map(toBatch),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
  };
}

function update(database: Database, id: string, { status, error, finishedAt }: BatchPatch): void {
  if (status !== undefined) database.run('UPDATE batches SET status = ? WHERE id = ?', status, id);
  if (finishedAt !== undefined)
    database.run('UPDATE batches SET finished_at = ? WHERE id = ?', finishedAt, id);
  if (error !== undefined) {
    database.run('UPDATE batches SET error = ? WHERE id = ?', error && JSON.stringify(error), id);
  }
}

/** The replies of rows, with those before them that they mend, or whose tools were answered. */
const REPLIES = `
  WITH RECURSIVE up (id, parent_seq) AS (
    SELECT m.id, m.parent_seq FROM batch_rows r JOIN message_rows m ON m.id = ${storedId('r.reply_id')}
    WHERE r.batch_seq = b.seq
    UNION ALL SELECT p.id, p.parent_seq FROM up JOIN message_rows p ON p.seq = up.parent_seq)
  SELECT id FROM up UNION SELECT ${storedId('r.reply_id')} FROM batch_rows r
  WHERE r.batch_seq = b.seq AND r.reply_id IS NOT NULL`;

/** A charge belongs to a reply or to any job of a row. One that a later balance showed counts as known. */
const CHARGES = `
  SELECT l.* FROM (${REPLIES}) a JOIN ledger_rows l ON l.message_id = a.id
  UNION ALL
  SELECT l.* FROM batch_jobs j JOIN ledger_rows l ON l.job_id = j.job_id WHERE j.batch_seq = b.seq`;

function count(database: Database, id: string): void {
  database.run(
    `UPDATE batches AS b SET
       counts = (SELECT json_group_object(status, rows) FROM
         (SELECT status, count(*) AS rows FROM batch_rows WHERE batch_seq = b.seq GROUP BY status)),
       (credits_used, dollars_used, unknown_costs) = (SELECT
         CAST(${moneySum(inUnit('credits', 'l'))} AS INTEGER), CAST(${moneySum(inUnit('usd', 'l'))} AS INTEGER),
         count(*) FILTER (WHERE ${isUnknownOf('l', 'message_id', 'job_id')}) FROM (${CHARGES}) l)
     WHERE id = ?`,
    id,
  );
}

function setupOfRow({ modality, settings, parameters, extra }: Row): Setup {
  if (modality === 'chat') return { modality, settings: readJson<RunSettings>(settings, {}) };
  return {
    modality,
    parameters: readJson<ParameterValues>(parameters, {}),
    extra: readJson<Extra>(extra, {}),
  };
}

function toBatch(row: Row): Batch {
  const counted: Partial<Record<BatchRowStatus, number>> = readJson(row.counts, {});
  return {
    id: row.id,
    name: row.name,
    ...liftSetup(setupOfRow(row)),
    profileId: row.profile_id,
    model: row.model,
    template: row.template,
    columns: readJson(row.columns, []),
    status: row.status,
    error: readError(row.error),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    counts: Object.fromEntries(
      rowStatuses.map((status) => [status, counted[status] ?? 0]),
    ) as Batch['counts'],
    cost: toCost({ credits: row.credits_used, usd: row.dollars_used }) ?? [],
    hasUnknownCost: row.unknown_costs > 0,
    waitsUntil: null,
  };
}
