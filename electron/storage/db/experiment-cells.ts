import type { Cell, CellState } from '../../../shared/lab/experiment';
import type { CellUnit, ExperimentStore, StoredCell } from '../../core/ports/experiments';
import type { Unit, UnitPatch, UnitPlace, UnitStore } from '../../core/ports/work';
import { costSum, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { count, spent } from './experiment-charges';
import { storedId } from './ids';
import { readError } from './json-column';
import { mayBeUncounted } from './uncounted';
import { answerOfUnit, mediaOfUnit } from './unit-answer';

interface Row {
  experiment_id: string;
  number: number;
  case_number: number;
  variant_number: number;
  repeat: number;
  state: CellState;
  key: string;
  reply_id: string | null;
  job_id: string | null;
  error: string | null;
  started_at: number | null;
  finished_at: number | null;
  is_excluded: number;
  verdict: Cell['verdict'] | null;
  score: number | null;
  reply_seq: number | null;
  conversation_id: string | null;
  first_token_ms: number | null;
  completion_tokens: number | null;
  cost: string | null;
}

const SEQ = '(SELECT seq FROM experiments WHERE id = ?)';

/** In a list; the whole answer is read of one cell at a time. */
const ANSWER_CHARACTERS = 160;

/** A row of the variant 0 is a request to a judge: the same call, but no cell. */
const IS_CELL = 'c.variant_number > 0';

const COST = `CASE
    WHEN c.reply_id IS NOT NULL THEN (SELECT ${costSum('l')} FROM ledger_rows l WHERE l.message_id = ${storedId('c.reply_id')})
    ELSE (SELECT ${costSum('l')} FROM experiment_jobs j JOIN ledger_rows l ON l.job_id = j.job_id
          WHERE j.experiment_seq = c.experiment_seq AND j.cell_number = c.number) END`;

const SELECT = `
  SELECT c.*, e.id AS experiment_id, m.seq AS reply_seq,
    (SELECT id FROM conversations WHERE seq = m.conversation_seq) AS conversation_id, m.first_token_ms, m.completion_tokens,
    ${COST} AS cost
  FROM experiments e JOIN experiment_cells c ON c.experiment_seq = e.seq LEFT JOIN message_rows m ON m.id = ${storedId('c.reply_id')}`;

type CellStore = Pick<
  ExperimentStore,
  | 'units'
  | 'unit'
  | 'doneUnits'
  | 'cellsOfCase'
  | 'cells'
  | 'cell'
  | 'setBound'
  | 'setVerdict'
  | 'exclude'
  | 'spent'
>;

/** The cells of the experiments; every query costs what it returns. */
export function createExperimentCells(database: Database): CellStore {
  const rows = (rest: string, ...params: SqlValue[]) =>
    database.all<Row>(`${SELECT} WHERE ${rest}`, ...params);
  const units = (rest: string, ...params: SqlValue[]) => rows(rest, ...params).map(toUnit);
  const set = ({ ownerId, position }: UnitPlace, columns: string, ...values: SqlValue[]) =>
    database.run(
      `UPDATE experiment_cells SET ${columns} WHERE experiment_seq = ${SEQ} AND number = ?`,
      ...[...values, ownerId, position],
    );
  const unit = ({ ownerId, position }: UnitPlace) => units('e.id = ? AND c.number = ?', ownerId, position)[0];
  return {
    units: createUnits(database, unit, units),
    unit,
    doneUnits(id, after, limit, caseId) {
      const ofCase = caseId === undefined ? '' : ' AND c.case_number = ?';
      return units(
        `e.id = ? AND c.number > ?${ofCase} AND c.state = 'done' AND ${IS_CELL} ORDER BY c.number LIMIT ?`,
        ...[id, after, ...(caseId === undefined ? [] : [caseId]), limit],
      );
    },
    cellsOfCase: (id, caseId, repeat) =>
      units(
        `e.id = ? AND c.case_number = ? AND c.repeat = ? AND ${IS_CELL} ORDER BY c.variant_number`,
        ...[id, caseId, repeat],
      ),
    cells(id, after, limit, caseIds) {
      const ofCases = caseIds === undefined ? '' : ' AND c.case_number IN (SELECT value FROM json_each(?))';
      const given = caseIds === undefined ? [] : [JSON.stringify(caseIds)];
      const query = `e.id = ? AND c.number > ?${ofCases} AND ${IS_CELL} ORDER BY c.number LIMIT ?`;
      return rows(query, ...[id, after, ...given, limit]).map((row) => toCell(database, row));
    },
    cell({ ownerId, position }) {
      const row = rows(`e.id = ? AND c.number = ? AND ${IS_CELL}`, ownerId, position)[0];
      return row && toStored(database, row);
    },
    setBound: (place, bound) => set(place, 'bound = ?', bound),
    setVerdict: (place, verdict) =>
      set(
        place,
        'verdict = ?, score = ?, why = ?',
        verdict?.state ?? null,
        verdict?.score ?? null,
        verdict === null || verdict.why.length === 0 ? null : JSON.stringify(verdict.why),
      ),
    exclude(id, numbers, isExcluded) {
      database.run(
        `UPDATE experiment_cells SET is_excluded = ?
         WHERE experiment_seq = ${SEQ} AND number IN (SELECT value FROM json_each(?))`,
        ...[Number(isExcluded), id, JSON.stringify(numbers)],
      );
    },
    spent: (id, unit_) => spent(database, id, unit_),
  };
}

function createUnits(
  database: Database,
  unit: (place: UnitPlace) => Unit | undefined,
  units: (rest: string, ...params: SqlValue[]) => readonly CellUnit[],
): UnitStore {
  const places = (rest: string, ...params: SqlValue[]) =>
    database.all<UnitPlace>(`SELECT e.id AS ownerId, ${rest}`, ...params);
  return {
    stateOf: (id) =>
      database.get<{ state: ReturnType<UnitStore['stateOf']> }>(
        'SELECT state FROM experiments WHERE id = ? AND removed_at IS NULL',
        id,
      )?.state,
    setState: (id, patch) => database.transaction(() => setState(database, id, patch)),
    count: (id) => count(database, id),
    mayBeUncounted: () => mayBeUncounted(database, 'experiments', 'state'),
    running: () =>
      database
        .all<{ id: string }>(
          "SELECT id FROM experiments WHERE state = 'running' AND removed_at IS NULL ORDER BY seq",
        )
        .map(({ id }) => id),
    unit,
    nextWaiting(id, heldBack) {
      const next = (which: string, held: string) =>
        units(
          `e.id = ? AND c.state = 'waiting' AND ${which} AND NOT ${held} ORDER BY c.number LIMIT 1`,
          ...[id, JSON.stringify(heldBack)],
        )[0];
      // Judged at once, so that what a budget pays for is judged too.
      return next('c.variant_number = 0', heldJudge) ?? next(IS_CELL, heldVariant);
    },
    update: (place, patch) => database.transaction(() => updateCell(database, place, patch)),
    move(id, from, to) {
      const update = `UPDATE experiment_cells SET state = ? WHERE experiment_seq = ${SEQ} AND state = ?`;
      database.run(update, to, id, from);
    },
    withStatus: (id, state) => units('e.id = ? AND c.state = ? ORDER BY c.number', id, state),
    placeOfReply: (id) =>
      places(
        `c.number AS position FROM experiment_cells c JOIN experiments e ON e.seq = c.experiment_seq
         WHERE c.reply_id = ?`,
        id,
      )[0],
    placeOfJob: (id) =>
      places(
        `j.cell_number AS position FROM experiment_jobs j JOIN experiments e ON e.seq = j.experiment_seq
         WHERE j.job_id = ?`,
        id,
      )[0],
    runningUnits: () =>
      places(
        `c.number AS position FROM experiment_cells c JOIN experiments e ON e.seq = c.experiment_seq
         WHERE c.state = 'running'`,
      ),
  };
}

const heldVariant = `c.variant_number IN (SELECT v.number FROM experiment_variants v WHERE
  v.experiment_seq = c.experiment_seq AND v.profile_id IN (SELECT value FROM json_each(?)))`;
const heldJudge = `c.number IN (SELECT j.number FROM experiment_judgements j WHERE
  j.experiment_seq = c.experiment_seq AND j.profile_id IN (SELECT value FROM json_each(?)))`;

/** The chat is that of the reply. */
const COLUMNS: Readonly<Record<Exclude<keyof UnitPatch, 'conversationId'>, string>> = {
  status: 'state',
  replyId: 'reply_id',
  jobId: 'job_id',
  error: 'error',
  key: 'key',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
};

function setState(
  database: Database,
  id: string,
  { status, error, finishedAt }: Parameters<UnitStore['setState']>[1],
): void {
  database.run(
    'UPDATE experiments SET state = ?, error = ? WHERE id = ?',
    ...[status, error && JSON.stringify(error), id],
  );
  if (finishedAt !== undefined)
    database.run('UPDATE experiments SET finished_at = ? WHERE id = ?', finishedAt, id);
}

function updateCell(database: Database, { ownerId, position }: UnitPlace, patch: UnitPatch): void {
  const { conversationId: _ofReply, ...stored } = patch;
  const given = Object.entries(stored).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  if (patch.key !== undefined) dropVotes(database, { ownerId, position }, patch.key);
  const columns = given.map(([name]) => `${COLUMNS[name as keyof typeof COLUMNS]} = ?`);
  const values = given.map(([, value]) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
  );
  database.run(
    `UPDATE experiment_cells SET ${columns.join(', ')} WHERE experiment_seq = ${SEQ} AND number = ?`,
    ...[...values, ownerId, position],
  );
  if (typeof patch.jobId !== 'string') return;
  database.run(`INSERT OR IGNORE INTO experiment_jobs VALUES (?, ${SEQ}, ?)`, patch.jobId, ownerId, position);
}

/** With another key the cell gets another answer: votes were about the one before. */
function dropVotes(database: Database, { ownerId, position }: UnitPlace, key: string): void {
  database.run(
    `DELETE FROM experiment_votes WHERE experiment_seq = ${SEQ} AND ? IN (a, b)
       AND EXISTS (SELECT 1 FROM experiment_cells c WHERE c.experiment_seq = experiment_votes.experiment_seq
         AND c.number = ? AND c.key <> ?)`,
    ...[ownerId, position, position, key],
  );
}

function toUnit(row: Row): CellUnit {
  const { started_at: startedAt, finished_at: finishedAt } = row;
  return {
    ownerId: row.experiment_id,
    position: row.number,
    caseId: row.case_number,
    variantId: row.variant_number,
    repeat: row.repeat,
    status: row.state,
    key: row.key,
    conversationId: row.conversation_id,
    replyId: row.reply_id,
    jobId: row.job_id,
    error: readError(row.error),
    isExcluded: row.is_excluded === 1,
    cost: readCost(row.cost),
    totalMs: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
  };
}

function toCell(database: Database, row: Row): Cell {
  const { cost, totalMs } = toUnit(row);
  const media = mediaOfUnit(database, row);
  const answer = answerOfUnit(database, { ...row, status: row.state }, ANSWER_CHARACTERS);
  const isUnpaid = row.reply_id === null && row.job_id === null;
  return {
    id: row.number,
    caseId: row.case_number,
    variantId: row.variant_number,
    repeat: row.repeat,
    state: row.state,
    ...(answer?.text && { answer: answer.text }),
    ...(answer?.answerOf && { answerOf: answer.answerOf }),
    ...(media !== null && { media }),
    ...(cost !== null && !isUnpaid && { cost }),
    ...(totalMs !== null && { totalMs }),
    ...(row.first_token_ms !== null && { firstTokenMs: row.first_token_ms }),
    ...(row.completion_tokens !== null && { completionTokens: row.completion_tokens }),
    ...(row.verdict !== null && { verdict: row.verdict }),
    ...(row.score !== null && { score: row.score }),
    ...(row.is_excluded === 1 && { isExcluded: true as const }),
    ...(row.error !== null && { errorCode: readError(row.error)?.code ?? 'internal' }),
  };
}

const toStored = (database: Database, row: Row): StoredCell => {
  const { conversationId, replyId, jobId, error } = toUnit(row);
  return { cell: toCell(database, row), conversationId, replyId, jobId, error };
};
