import type { BatchRow } from '../../../shared/lab/batch';
import type { BatchStore, BatchTurn, RowPatch, RowPlace } from '../../core/ports/batches';
import { costSum, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { storedId } from './ids';
import { readError, readJson } from './json-column';
import { answerOfUnit, mediaOfUnit } from './unit-answer';

interface Row {
  batch_id: string;
  position: number;
  values: string;
  status: BatchRow['status'];
  key: string;
  conversation_id: string | null;
  reply_id: string | null;
  job_id: string | null;
  error: string | null;
  started_at: number | null;
  finished_at: number | null;
  reply_seq: number | null;
  cost: string | null;
}

const ANSWER_CHARACTERS = 400;

const REPLY = storedId('r.reply_id');

/** Of the reply of a row and those that it mends, or of all its jobs. */
const COST = `CASE
    WHEN r.reply_id IS NOT NULL THEN (SELECT ${costSum('l')} FROM ledger_rows l WHERE l.message_id = ${REPLY}
          OR l.message_id IN (
            WITH RECURSIVE up (id, parent_seq) AS (
              SELECT id, parent_seq FROM message_rows WHERE id = ${REPLY}
              UNION ALL SELECT p.id, p.parent_seq FROM message_rows p JOIN up ON p.seq = up.parent_seq)
            SELECT id FROM up))
    ELSE (SELECT ${costSum('l')} FROM batch_jobs j JOIN ledger_rows l ON l.job_id = j.job_id
          WHERE j.batch_seq = r.batch_seq AND j.position = r.position) END`;

const SELECT = `
  SELECT r.*, b.id AS batch_id, m.seq AS reply_seq, ${COST} AS cost
  FROM batches b JOIN batch_rows r ON r.batch_seq = b.seq LEFT JOIN message_rows m ON m.id = ${REPLY}`;

type RowStore = Pick<
  BatchStore,
  | 'rows'
  | 'row'
  | 'nextWaiting'
  | 'updateRow'
  | 'moveRows'
  | 'withStatus'
  | 'placeOfReply'
  | 'placeOfChat'
  | 'placeOfJob'
  | 'runningRows'
>;

/** The rows of the batches; every query costs what it returns. */
export function createBatchRows(database: Database): RowStore {
  const all = (rest: string, ...params: SqlValue[]) =>
    database.all<Row>(`${SELECT} WHERE ${rest}`, ...params).map((row) => toTurn(database, row));
  const places = (rest: string, ...params: SqlValue[]) =>
    database.all<RowPlace>(`SELECT b.id AS batchId, r.position ${rest}`, ...params);
  return {
    rows: (id, from, limit) =>
      all('b.id = ? AND r.position >= ? ORDER BY r.position LIMIT ?', id, from, limit),
    row: ({ batchId, position }) => all('b.id = ? AND r.position = ?', batchId, position)[0],
    nextWaiting: (id) =>
      all(`b.id = ? AND r.status = 'waiting' AND json_valid(r."values") ORDER BY r.position LIMIT 1`, id)[0],
    withStatus: (id, status) => all('b.id = ? AND r.status = ? ORDER BY r.position', id, status),
    updateRow: (place, patch) => database.transaction(() => updateRow(database, place, patch)),
    moveRows(id, from, to) {
      database.run(
        'UPDATE batch_rows SET status = ? WHERE batch_seq = (SELECT seq FROM batches WHERE id = ?) AND status = ?',
        ...[to, id, from],
      );
    },
    placeOfReply: (replyId) =>
      places('FROM batch_rows r JOIN batches b ON b.seq = r.batch_seq WHERE r.reply_id = ?', replyId)[0],
    placeOfChat: (id, conversationId) =>
      places(
        'FROM batch_rows r JOIN batches b ON b.seq = r.batch_seq WHERE b.id = ? AND r.conversation_id = ?',
        ...[id, conversationId],
      )[0],
    placeOfJob: (jobId) =>
      places('FROM batch_jobs r JOIN batches b ON b.seq = r.batch_seq WHERE r.job_id = ?', jobId)[0],
    runningRows: () =>
      places("FROM batch_rows r JOIN batches b ON b.seq = r.batch_seq WHERE r.status = 'running'"),
  };
}

const COLUMNS: Readonly<Record<keyof RowPatch, string>> = {
  status: 'status',
  conversationId: 'conversation_id',
  replyId: 'reply_id',
  jobId: 'job_id',
  error: 'error',
  key: 'key',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
};

function updateRow(database: Database, { batchId, position }: RowPlace, patch: RowPatch): void {
  const seq = database.get<{ seq: number }>('SELECT seq FROM batches WHERE id = ?', batchId)?.seq ?? null;
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const stored = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    const column = COLUMNS[name as keyof RowPatch];
    database.run(
      `UPDATE batch_rows SET ${column} = ? WHERE batch_seq = ? AND position = ?`,
      ...[stored, seq, position],
    );
  }
  if (typeof patch.jobId !== 'string') return;
  database.run('INSERT OR IGNORE INTO batch_jobs VALUES (?, ?, ?)', patch.jobId, seq, position);
}

function toTurn(database: Database, row: Row): BatchTurn {
  const { started_at: startedAt, finished_at: finishedAt } = row;
  const answer = answerOfUnit(database, row, ANSWER_CHARACTERS);
  return {
    batchId: row.batch_id,
    position: row.position,
    values: readJson(row.values, []),
    status: row.status,
    key: row.key,
    conversationId: row.conversation_id,
    replyId: row.reply_id,
    jobId: row.job_id,
    answer: answer?.text ?? null,
    ...(answer?.answerOf && { answerOf: answer.answerOf }),
    media: mediaOfUnit(database, row),
    cost: readCost(row.cost),
    startedAt,
    totalMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
    error: readError(row.error),
  };
}
