import type { JudgedType } from '../../../shared/assertions/types';
import type { ExperimentStore, NewJudgement, StoredJudgement } from '../../core/ports/experiments';
import type { Database, SqlValue } from './driver';
import { toStoredId } from './ids';
import { readJson } from './json-column';

interface Row {
  number: number;
  subject: string;
  type: JudgedType;
  case_number: number;
  repeat: number;
  cells: string;
  profile_id: string;
  model: string;
  settings: string;
  prompt: string;
  media: string;
}

const SEQ = '(SELECT seq FROM experiments WHERE id = ?)';

const SELECT = `SELECT j.*, c.case_number, c.repeat FROM experiment_judgements j
  JOIN experiment_cells c ON c.experiment_seq = j.experiment_seq AND c.number = j.number
  WHERE j.experiment_seq = ${SEQ} AND`;

type JudgementStore = Pick<
  ExperimentStore,
  'addJudgement' | 'dropJudgement' | 'judgement' | 'judgementOf' | 'judgements'
>;

/** What models are asked to judge; the call of each is a row among the cells. */
export function createJudgements(database: Database): JudgementStore {
  const read = (rest: string, ...params: SqlValue[]) =>
    database.all<Row>(`${SELECT} ${rest}`, ...params).map(toJudgement);
  return {
    addJudgement: (id, judgement) => database.transaction(() => add(database, id, judgement)),
    dropJudgement: ({ ownerId, position }) => database.transaction(() => drop(database, ownerId, position)),
    judgement: ({ ownerId, position }) => read('j.number = ?', ownerId, position)[0],
    judgementOf: (id, subject) => read('j.subject = ?', id, subject)[0],
    judgements: (id, after, limit) => read('j.number > ? ORDER BY j.number LIMIT ?', id, after, limit),
  };
}

/** Behind all cells. A cell that is added later comes behind it in turn: numbers are never given twice. */
function add(database: Database, id: string, judgement: NewJudgement): void {
  const { subject, type, caseId, repeat, cells, profileId, model, settings, prompt, media } = judgement;
  const isThere = `SELECT 1 FROM experiment_judgements WHERE experiment_seq = ${SEQ} AND subject = ?`;
  if (database.get(isThere, id, subject) !== undefined) return;
  const last = `SELECT coalesce(max(number), 0) AS number FROM experiment_cells WHERE experiment_seq = ${SEQ}`;
  const number = (database.get<{ number: number }>(last, id)?.number ?? 0) + 1;
  database.run(
    `INSERT INTO experiment_cells (experiment_seq, number, case_number, variant_number, repeat, state)
     VALUES (${SEQ}, ?, ?, 0, ?, 'waiting')`,
    ...[id, number, caseId, repeat],
  );
  database.run(
    `INSERT INTO experiment_judgements (experiment_seq, number, subject, type, cells, profile_id, model, settings, prompt,
       media) VALUES (${SEQ}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, number, subject, type, JSON.stringify(cells), profileId, model],
    ...[JSON.stringify(settings), prompt, JSON.stringify(media)],
  );
}

/** One that may have been charged stays, and is not sent again; a refused one waits under a key that nothing was sent with. */
function drop(database: Database, id: string, number: number): void {
  const place = `experiment_seq = ${SEQ} AND number = ?`;
  const waiting = `${place} AND variant_number = 0 AND state = 'waiting'`;
  const cell = database.get<{ key: string }>(`SELECT key FROM experiment_cells WHERE ${waiting}`, id, number);
  if (cell === undefined) return;
  if (cell.key !== '' && mayBeCharged(database, cell.key)) {
    database.run(`UPDATE experiment_cells SET state = 'stopped' WHERE ${waiting}`, id, number);
    return;
  }
  database.run(`DELETE FROM experiment_cells WHERE ${waiting}`, id, number);
  database.run(`DELETE FROM experiment_judgements WHERE ${place}`, id, number);
}

const mayBeCharged = (database: Database, key: string): boolean =>
  database.get(
    "SELECT 1 FROM ledger_rows WHERE idempotency_key = ? AND outcome <> 'refused' LIMIT 1",
    toStoredId(key),
  ) !== undefined;

const toJudgement = (row: Row): StoredJudgement => ({
  position: row.number,
  subject: row.subject,
  type: row.type,
  caseId: row.case_number,
  repeat: row.repeat,
  cells: readJson(row.cells, []),
  profileId: row.profile_id,
  model: row.model,
  settings: readJson(row.settings, {}),
  prompt: row.prompt,
  media: readJson(row.media, []),
});
