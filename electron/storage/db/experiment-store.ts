import type { Extra } from '../../../shared/extra/field-names';
import { liftSetup } from '../../../shared/extra/lift-extra';
import { rowStatuses } from '../../../shared/lab/batch';
import type {
  CellState,
  Experiment,
  ExperimentPage,
  ExperimentSummary,
  Variant,
  VariantPlan,
  Vote,
} from '../../../shared/lab/experiment';
import type { ModalityId, ParameterValues } from '../../../shared/modalities/modalities';
import type { Amount, MoneyUnit } from '../../../shared/money/money';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { Setup } from '../../../shared/run/setup';
import type { ExperimentEdit, ExperimentStore, NewExperiment } from '../../core/ports/experiments';
import { readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { createAdditions } from './experiment-additions';
import { addCells, createExperimentCases } from './experiment-cases';
import { createExperimentCells } from './experiment-cells';
import { count } from './experiment-charges';
import { createJudgements } from './experiment-judgements';
import { columnsOfSetup, readError, readJson } from './json-column';

interface Row {
  seq: number;
  id: string;
  title: string;
  modality: ModalityId;
  state: ExperimentSummary['state'];
  error: string | null;
  created_at: number;
  finished_at: number | null;
  repeats: number;
  assertions: string;
  threshold: number | null;
  budget: number | null;
  budget_unit: MoneyUnit | null;
  revision: number;
  counts: string;
  verdicts: string;
  judgements: string;
  judge_profile_id: string | null;
  judge_model: string | null;
  score: number | null;
  cost: string;
  unknown_costs: number;
  variants: number;
  cases: number;
  votes: number;
}

interface VariantRow {
  number: number;
  label: string;
  profile_id: string;
  model: string;
  template: string;
  settings: string;
  parameters: string;
  extra: string;
  prompt_id: string | null;
  prompt_version: number | null;
}

const countOf = (table: string, name: string) =>
  `(SELECT count(*) FROM ${table} WHERE experiment_seq = e.seq) AS ${name}`;

const SELECT = `SELECT e.*, ${countOf('experiment_variants', 'variants')}, ${countOf('experiment_cases', 'cases')},
  ${countOf('experiment_votes', 'votes')} FROM experiments e`;

/** The number of an experiment, `NULL` where it is gone. */
const SEQ_OF = '(SELECT seq FROM experiments WHERE id = ?)';

/** Experiments with their variants and votes; cases and cells are in files of their own. */
export function createExperimentStore(database: Database): ExperimentStore {
  const find = (id: string) => database.get<Row>(`${SELECT} WHERE e.id = ? AND e.removed_at IS NULL`, id);
  const cases = createExperimentCases(database);
  return {
    insert: (experiment) => insert(database, experiment, cases.add),
    get(id) {
      const row = find(id);
      return row && toExperiment(database, row);
    },
    summary(id) {
      const row = find(id);
      return row && toSummary(row);
    },
    isEmpty: () => database.get('SELECT 1 FROM experiments LIMIT 1') === undefined,
    page: (modality, cursor, limit) => page(database, modality, cursor, limit),
    edit: (id, edit) => editExperiment(database, id, edit),
    revise(id) {
      database.run('UPDATE experiments SET revision = revision + 1 WHERE id = ?', id);
    },
    variant: (id, number) => variantsOf(database, `${SEQ_OF} AND number = ?`, id, number)[0],
    addVariant: (id, variant) => addVariant(database, id, variant),
    renameVariant(id, number, label) {
      const update = `UPDATE experiment_variants SET label = ? WHERE experiment_seq = ${SEQ_OF} AND number = ?`;
      database.run(update, label, id, number);
    },
    ...cases.store,
    addCases: (id, added) =>
      database.transaction(() => {
        const numbers = cases.add(id, added);
        addCells(database, id, { cases: numbers });
        count(database, id);
        return numbers;
      }),
    ...createAdditions(database),
    ...createExperimentCells(database),
    ...createJudgements(database),
    votes: (id) =>
      database.all<Vote>(
        `SELECT id, case_number AS caseId, a, b, choice, at FROM experiment_votes
         WHERE experiment_seq = ${SEQ_OF} ORDER BY at, id`,
        id,
      ),
    putVote(id, { id: voteId, caseId, a, b, choice, at }) {
      database.run(
        `INSERT INTO experiment_votes (id, experiment_seq, case_number, a, b, choice, at)
         VALUES (?, ${SEQ_OF}, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET choice = excluded.choice, a = excluded.a, b = excluded.b,
           case_number = excluded.case_number, at = excluded.at WHERE experiment_seq = excluded.experiment_seq`,
        ...[voteId, id, caseId, a, b, choice, at],
      );
    },
    removeVote(id, voteId) {
      database.run(`DELETE FROM experiment_votes WHERE experiment_seq = ${SEQ_OF} AND id = ?`, id, voteId);
    },
    setRemoved(id, at) {
      database.run('UPDATE experiments SET removed_at = ? WHERE id = ?', at, id);
    },
    purgeRemoved() {
      database.run('DELETE FROM experiments WHERE removed_at IS NOT NULL');
    },
  };
}

type AddCases = ReturnType<typeof createExperimentCases>['add'];

function insert(database: Database, experiment: NewExperiment, add: AddCases): void {
  const { id, title, modality, createdAt, repeats, assertions, threshold, budget, judge } = experiment;
  database.transaction(() => {
    database.run(
      `INSERT INTO experiments (id, title, modality, state, created_at, repeats, assertions, threshold, budget, budget_unit,
         judge_profile_id, judge_model) VALUES (?, ?, ?, 'draft', ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, title, modality, createdAt, repeats, JSON.stringify(assertions), threshold],
      ...[budget?.amount ?? null, budget?.unit ?? null, judge?.profileId ?? null, judge?.model ?? null],
    );
    for (const variant of experiment.variants) insertVariant(database, id, variant);
    const numbers = add(id, experiment.cases);
    addCells(database, id, { cases: numbers });
    count(database, id);
  });
}

function insertVariant(database: Database, id: string, variant: VariantPlan): number {
  const next = `SELECT coalesce(max(number), 0) + 1 AS number FROM experiment_variants WHERE experiment_seq = ${SEQ_OF}`;
  const number = database.get<{ number: number }>(next, id)?.number ?? 1;
  const { label, profileId, model, template, promptVersion } = variant;
  database.run(
    `INSERT INTO experiment_variants (experiment_seq, number, label, profile_id, model, template, settings, parameters,
       extra, prompt_id, prompt_version) VALUES (${SEQ_OF}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, number, label, profileId, model, template],
    ...columnsOfSetup(variant),
    ...[promptVersion?.promptId ?? null, promptVersion?.version ?? null],
  );
  return number;
}

const addVariant = (database: Database, id: string, variant: VariantPlan): number =>
  database.transaction(() => {
    const number = insertVariant(database, id, variant);
    addCells(database, id, { variant: number });
    count(database, id);
    return number;
  });

/** Keyset paging in the order of creation. */
function page(
  database: Database,
  modality: ModalityId | null,
  cursor: string | null,
  limit: number,
): ExperimentPage {
  const before = Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0;
  const where = modality === null ? '' : 'e.modality = ? AND ';
  const rows = database.all<Row>(
    `${SELECT} WHERE ${where}e.removed_at IS NULL AND e.seq < ? ORDER BY e.seq DESC LIMIT ?`,
    ...[...(modality === null ? [] : [modality]), before, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    experiments: shown.map(toSummary),
    nextCursor: rows.length > limit && last ? String(last.seq) : null,
  };
}

function editExperiment(database: Database, id: string, edit: ExperimentEdit): void {
  const set = (column: string, value: SqlValue) =>
    database.run(`UPDATE experiments SET ${column} = ? WHERE id = ?`, value, id);
  const { title, assertions, threshold, budget, judge } = edit;
  if (title !== undefined) set('title', title);
  if (assertions !== undefined) set('assertions', JSON.stringify(assertions));
  if (threshold !== undefined) set('threshold', threshold);
  if (judge !== undefined) {
    set('judge_profile_id', judge?.profileId ?? null);
    set('judge_model', judge?.model ?? null);
  }
  if (budget === undefined) return;
  set('budget', budget?.amount ?? null);
  set('budget_unit', budget?.unit ?? null);
}

function variantsOf(database: Database, where: string, ...params: SqlValue[]): readonly Variant[] {
  const query = `SELECT v.*, e.modality FROM experiment_variants v JOIN experiments e ON e.seq = v.experiment_seq
    WHERE v.experiment_seq = ${where} ORDER BY v.number`;
  return database.all<VariantRow & Pick<Row, 'modality'>>(query, ...params).map(toVariant);
}

function setupOfRow({ modality, settings, parameters, extra }: VariantRow & Pick<Row, 'modality'>): Setup {
  if (modality === 'chat') return { modality, settings: readJson<RunSettings>(settings, {}) };
  return {
    modality,
    parameters: readJson<ParameterValues>(parameters, {}),
    extra: readJson<Extra>(extra, {}),
  };
}

function toVariant(row: VariantRow & Pick<Row, 'modality'>): Variant {
  const { number: id, label, profile_id: profileId, model, template } = row;
  const { prompt_id: promptId, prompt_version: version } = row;
  return {
    ...liftSetup(setupOfRow(row)),
    id,
    label,
    profileId,
    model,
    template,
    promptVersion: promptId === null || version === null ? null : { promptId, version },
  };
}

function toSummary(row: Row): ExperimentSummary {
  const countsIn = (json: string) => {
    const counted: Partial<Record<CellState, number>> = readJson(json, {});
    return Object.fromEntries(rowStatuses.map((state) => [state, counted[state] ?? 0])) as Record<
      CellState,
      number
    >;
  };
  const {
    passed = 0,
    failed = 0,
    unclear = 0,
  }: Partial<ExperimentSummary['verdicts']> = readJson(row.verdicts, {});
  return {
    id: row.id,
    title: row.title,
    modality: row.modality,
    state: row.state,
    error: readError(row.error),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    variantCount: row.variants,
    caseCount: row.cases,
    repeats: row.repeats,
    budget:
      row.budget === null || row.budget_unit === null
        ? null
        : { unit: row.budget_unit, amount: row.budget as Amount },
    counts: countsIn(row.counts),
    judgements: countsIn(row.judgements),
    verdicts: { passed, failed, unclear },
    score: row.score,
    votes: row.votes,
    cost: readCost(row.cost) ?? [],
    hasUnknownCost: row.unknown_costs > 0,
    waitsUntil: null,
    revision: row.revision,
  };
}

const toExperiment = (database: Database, row: Row): Experiment => ({
  ...toSummary(row),
  variants: variantsOf(database, '?', row.seq),
  assertions: readJson(row.assertions, []),
  threshold: row.threshold,
  judge:
    row.judge_profile_id === null || row.judge_model === null
      ? null
      : { profileId: row.judge_profile_id, model: row.judge_model },
});
