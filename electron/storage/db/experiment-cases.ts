import { isAskedWith } from '../../../shared/lab/asked-with';
import type { CasePlan, ExperimentCase } from '../../../shared/lab/experiment';
import type { FileWay } from '../../../shared/media/documents';
import type { InputRole } from '../../../shared/run/input-roles';
import type { ExperimentStore } from '../../core/ports/experiments';
import type { Database, SqlValue } from './driver';
import { MARK_USED } from './file-store';
import { readJson } from './json-column';

interface Row {
  experiment_seq: number;
  number: number;
  variables: string;
  assertions: string;
  threshold: number | null;
  tags: string;
  note: string;
  only_variants: string | null;
}

interface FileRow {
  id: string;
  name: string;
  role: InputRole | null;
  way: FileWay | null;
  from_job_id: string | null;
  from_media_id: string | null;
}

const SEQ = '(SELECT seq FROM experiments WHERE id = ?)';

type CaseStore = Pick<ExperimentStore, 'case' | 'cases' | 'editCase' | 'isSent'>;

/** The cases of experiments, with the files that are sent with them. */
export function createExperimentCases(database: Database) {
  const read = (rest: string, ...params: SqlValue[]) =>
    database
      .all<Row>(`SELECT * FROM experiment_cases WHERE experiment_seq = ${SEQ} AND ${rest}`, ...params)
      .map((row) => toCase(database, row));
  const store: CaseStore = {
    case: (id, number) => read('number = ?', id, number)[0],
    cases: (id, after, limit) => read('number > ? ORDER BY number LIMIT ?', id, after, limit),
    editCase: (id, number, edit) => editCase(database, id, number, edit),
    isSent: (id, number) =>
      database.get(
        `SELECT 1 FROM experiment_cells WHERE experiment_seq = ${SEQ} AND case_number = ? AND key <> '' LIMIT 1`,
        ...[id, number],
      ) !== undefined,
  };
  return { store, add: (id: string, cases: readonly CasePlan[]) => addCases(database, id, cases) };
}

function addCases(database: Database, id: string, cases: readonly CasePlan[]): readonly number[] {
  const next = `SELECT coalesce(max(number), 0) AS number FROM experiment_cases WHERE experiment_seq = ${SEQ}`;
  const last = database.get<{ number: number }>(next, id)?.number ?? 0;
  return cases.map((one, at) => {
    const number = last + at + 1;
    const json = [one.assertions, one.tags].map((value) => JSON.stringify(value));
    database.run(
      `INSERT INTO experiment_cases (experiment_seq, number, variables, assertions, tags, threshold, note,
         only_variants) VALUES (${SEQ}, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, number, JSON.stringify(one.variables), ...json, one.threshold, one.note],
      one.variants === undefined ? null : JSON.stringify(one.variants),
    );
    putFiles(database, id, number, one);
    return number;
  });
}

function editCase(database: Database, id: string, number: number, edit: Partial<CasePlan>): void {
  const { variables, assertions, tags, threshold, note } = edit;
  const columns = { variables, assertions, tags, threshold, note };
  for (const [column, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    const stored = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    database.run(
      `UPDATE experiment_cases SET ${column} = ? WHERE experiment_seq = ${SEQ} AND number = ?`,
      ...[stored, id, number],
    );
  }
  if (edit.attachments === undefined && edit.inputs === undefined) return;
  const { attachments = [], inputs = [] } = edit;
  putFiles(database, id, number, { attachments, inputs });
}

/** In place of those it had. */
function putFiles(
  database: Database,
  id: string,
  number: number,
  { attachments, inputs }: Pick<CasePlan, 'attachments' | 'inputs'>,
): void {
  database.run(`DELETE FROM experiment_files WHERE experiment_seq = ${SEQ} AND case_number = ?`, id, number);
  const rows = [
    ...attachments.map((file) => [file.id, file.name, null, file.way ?? null, null, null] as const),
    ...inputs.map(
      ({ id: fileId, name, role, from }) =>
        [fileId, name, role, null, from?.jobId ?? null, from?.mediaId ?? null] as const,
    ),
  ];
  for (const [position, [fileId, ...row]] of rows.entries()) {
    database.run(
      `INSERT INTO experiment_files (experiment_seq, case_number, position, file_seq, name, role, way, from_job_id,
         from_media_id) VALUES (${SEQ}, ?, ?, (SELECT seq FROM files WHERE id = ?), ?, ?, ?, ?, ?)`,
      ...[id, number, position, fileId, ...row],
    );
    database.run(MARK_USED, fileId);
  }
}

/** A file that is no longer stored is left out. */
function toCase(database: Database, row: Row): ExperimentCase {
  const files = database.all<FileRow>(
    `SELECT f.id, x.name, x.role, x.way, x.from_job_id, x.from_media_id
     FROM experiment_files x JOIN files f ON f.seq = x.file_seq
     WHERE x.experiment_seq = ? AND x.case_number = ? ORDER BY x.position`,
    ...[row.experiment_seq, row.number],
  );
  return {
    id: row.number,
    variables: readJson(row.variables, {}),
    attachments: files.flatMap(({ id, name, role, way }) =>
      role === null ? [{ id, name, ...(way !== null && { way }) }] : [],
    ),
    inputs: files.flatMap(({ id, name, role, from_job_id: jobId, from_media_id: mediaId }) =>
      role === null ? [] : [{ id, name, role, ...(jobId && mediaId && { from: { jobId, mediaId } }) }],
    ),
    assertions: readJson(row.assertions, []),
    threshold: row.threshold,
    tags: readJson(row.tags, []),
    note: row.note,
    ...(row.only_variants !== null && { variants: readJson<readonly number[]>(row.only_variants, []) }),
  };
}

/** Those of the numbers, or all, with the variants that each is asked with. */
function askedCases(database: Database, id: string, numbers: readonly number[] | undefined) {
  const wanted = numbers && new Set(numbers);
  return database
    .all<Pick<Row, 'number' | 'only_variants'>>(
      `SELECT number, only_variants FROM experiment_cases WHERE experiment_seq = ${SEQ} ORDER BY number`,
      id,
    )
    .filter(({ number }) => wanted?.has(number) ?? true)
    .map(({ number, only_variants: only }) => ({
      number,
      ...(only !== null && { variants: readJson<readonly number[]>(only, []) }),
    }));
}

/** Cells of new cases with every variant, or of a new variant with every case, behind those that are there. */
export function addCells(
  database: Database,
  id: string,
  { cases, variant }: { readonly cases?: readonly number[]; readonly variant?: number },
): void {
  const { repeats = 1, last = 0 } =
    database.get<{ repeats: number; last: number }>(
      `SELECT repeats, (SELECT coalesce(max(number), 0) FROM experiment_cells WHERE experiment_seq = e.seq) AS last
       FROM experiments e WHERE id = ?`,
      id,
    ) ?? {};
  const variants =
    variant === undefined
      ? database
          .all<{ number: number }>(
            `SELECT number FROM experiment_variants WHERE experiment_seq = ${SEQ} ORDER BY number`,
            id,
          )
          .map(({ number }) => number)
      : [variant];
  const asked = askedCases(database, id, cases);
  let number = last;
  for (let repeat = 1; repeat <= repeats; repeat += 1)
    for (const { number: caseNumber, ...one } of asked)
      for (const variantNumber of variants) {
        if (!isAskedWith(one, variantNumber)) continue;
        number += 1;
        database.run(
          `INSERT INTO experiment_cells (experiment_seq, number, case_number, variant_number, repeat, state)
           VALUES (${SEQ}, ?, ?, ?, ?, 'waiting')`,
          ...[id, number, caseNumber, variantNumber, repeat],
        );
      }
}
