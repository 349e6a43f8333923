import type { CheckResult, CheckRun, ProbeOutcome } from '../../../shared/checks/checks';
import type { ProbeId } from '../../../shared/checks/probes';
import type { Cost } from '../../../shared/money/cost';
import type { Amount, Money, MoneyUnit } from '../../../shared/money/money';
import type {
  CallPatch,
  CallPlace,
  CheckStore,
  NewCheck,
  NewResult,
  StoredCall,
} from '../../core/ports/checks';
import { costOf, sumOf } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { readError, readJson } from './json-column';

interface Row {
  seq: number;
  id: string;
  profile_id: string;
  reference_profile_id: string | null;
  models: string;
  probes: string;
  status: CheckRun['status'];
  error: string | null;
  bound: string;
  unpriced: number;
  total: number;
  created_at: number;
  finished_at: number | null;
}

/** Checks with their calls and results. */
export function createCheckStore(database: Database): CheckStore {
  const get = (id: string) => {
    const row = database.get<Row>('SELECT * FROM checks WHERE id = ?', id);
    return row && toCheck(database, row);
  };
  return {
    insert: (check) => insert(database, check),
    get,
    isConfirmed: (id) =>
      database.get('SELECT 1 FROM checks WHERE id = ? AND is_confirmed = 1', id) !== undefined,
    page(profileId, cursor, limit) {
      const before = Number(cursor ?? Number.MAX_SAFE_INTEGER) || 0;
      const rows = database.all<Row>(
        'SELECT * FROM checks WHERE (?1 IS NULL OR profile_id = ?1) AND seq < ?2 ORDER BY seq DESC LIMIT ?3',
        ...[profileId, before, limit + 1],
      );
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        checks: shown.map((row) => toCheck(database, row)),
        nextCursor: rows.length > limit && last ? String(last.seq) : null,
      };
    },
    update: (id, patch) => database.transaction(() => update(database, id, patch)),
    confirm: (id) => void database.run('UPDATE checks SET is_confirmed = 1 WHERE id = ?', id),
    remove: (id) => void database.run('DELETE FROM checks WHERE id = ?', id),
    running: () =>
      database
        .all<{ id: string }>("SELECT id FROM checks WHERE status = 'running' ORDER BY seq")
        .map(({ id }) => id),
    spent: (id) => spentOf(database, id),
    ...createCalls(database),
    ...createResults(database),
  };
}

function insert(database: Database, check: NewCheck): void {
  database.run(
    `INSERT INTO checks (id, profile_id, reference_profile_id, models, probes, status, bound, unpriced,
       total, is_confirmed, created_at) VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?)`,
    ...[check.id, check.profileId, check.referenceProfileId],
    ...[JSON.stringify(check.models), JSON.stringify(check.probes)],
    ...[JSON.stringify(check.bound), check.unpriced, check.total, check.isConfirmed ? 1 : 0, check.createdAt],
  );
}

/** A refused call was not charged; one of unknown charge counts with the most it can cost. */
const COUNTED = `COALESCE(used, CASE WHEN status IN ('held', 'refused') THEN NULL ELSE bound END)`;

function spentOf(database: Database, id: string): Cost {
  return sumOf(database, `SELECT unit, ${COUNTED} AS amount FROM check_calls WHERE check_id = ?`, id);
}

function toCheck(database: Database, row: Row): CheckRun {
  const results = database.all<{ result: ProbeOutcome; count: number }>(
    'SELECT result, count(*) AS count FROM check_results WHERE check_id = ? GROUP BY result',
    row.id,
  );
  const of = (outcome: ProbeOutcome) => results.find(({ result }) => result === outcome)?.count ?? 0;
  const counts = { works: of('works'), fails: of('fails'), unclear: of('unclear') };
  const calls = database.get<{ ended: number; open: number }>(
    `SELECT COALESCE(SUM(status NOT IN ('held', 'sent')), 0) AS ended, COALESCE(SUM(status IN ('answered', 'unknown')
       AND used IS NULL), 0) AS open FROM check_calls WHERE check_id = ?`,
    row.id,
  );
  return {
    id: row.id,
    profileId: row.profile_id,
    models: readJson<string[]>(row.models, []),
    probes: readJson<ProbeId[]>(row.probes, []),
    referenceProfileId: row.reference_profile_id,
    status: row.status,
    error: readError(row.error),
    bound: readJson<Money[]>(row.bound, []),
    unpriced: row.unpriced,
    spent: spentOf(database, row.id),
    hasUnknownCost: (calls?.open ?? 0) > 0,
    calls: calls?.ended ?? 0,
    done: counts.works + counts.fails + counts.unclear,
    total: row.total,
    counts,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    wait: null,
  };
}

interface CallRow {
  id: string;
  check_id: string;
  profile_id: string;
  model: string;
  probe: string;
  step: string;
  status: StoredCall['status'];
  operation: StoredCall['operation'];
  key: string;
  request: string;
  answer: string | null;
  error: string | null;
  unit: MoneyUnit;
  bound: number | null;
  used: number | null;
  started_at: number | null;
  finished_at: number | null;
}

type CallTable = Pick<CheckStore, 'call' | 'callAt' | 'insertCall' | 'updateCall' | 'sentCalls'>;

function createCalls(database: Database): CallTable {
  return {
    call(id) {
      const row = database.get<CallRow>('SELECT * FROM check_calls WHERE id = ?', id);
      return row && toCall(row);
    },
    callAt({ checkId, profileId, model, probe, step }: CallPlace) {
      const row = database.get<CallRow>(
        `SELECT * FROM check_calls WHERE check_id = ? AND profile_id = ? AND model = ? AND probe = ? AND step = ?`,
        ...[checkId, profileId, model, probe, step],
      );
      return row && toCall(row);
    },
    insertCall(call) {
      database.run(
        `INSERT INTO check_calls (id, check_id, profile_id, model, probe, step, status, operation, key, request,
           unit, bound, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[call.id, call.checkId, call.profileId, call.model, call.probe, call.step, call.status],
        ...[call.operation, call.key, JSON.stringify(call.request)],
        ...[call.unit, call.bound?.amount ?? null, call.startedAt],
      );
    },
    updateCall: (id, patch) => updateCall(database, id, patch),
    sentCalls: () => database.all<CallRow>("SELECT * FROM check_calls WHERE status = 'sent'").map(toCall),
  };
}

function update(
  database: Database,
  id: string,
  { status, error, finishedAt }: Parameters<CheckStore['update']>[1],
): void {
  if (status !== undefined) database.run('UPDATE checks SET status = ? WHERE id = ?', status, id);
  if (finishedAt !== undefined)
    database.run('UPDATE checks SET finished_at = ? WHERE id = ?', finishedAt, id);
  if (error !== undefined)
    database.run('UPDATE checks SET error = ? WHERE id = ?', error && JSON.stringify(error), id);
}

function updateCall(database: Database, id: string, patch: CallPatch): void {
  const { status, answer, error, cost, key, startedAt, finishedAt } = patch;
  const columns: Readonly<Record<string, SqlValue | undefined>> = {
    status,
    answer: answer && JSON.stringify(answer),
    error: error && JSON.stringify(error),
    used: cost === undefined ? undefined : (cost?.[0]?.amount ?? null),
    key,
    started_at: startedAt,
    finished_at: finishedAt,
  };
  const changed = Object.entries(columns).filter(
    (column): column is [string, SqlValue] => column[1] !== undefined,
  );
  const assignments = changed.map(([name]) => `${name} = ?`).join(', ');
  database.run(
    `UPDATE check_calls SET ${assignments} WHERE id = ?`,
    ...changed.map(([, value]) => value),
    id,
  );
}

function toCall(row: CallRow): StoredCall {
  return {
    id: row.id,
    checkId: row.check_id,
    profileId: row.profile_id,
    model: row.model,
    probe: row.probe as ProbeId,
    step: row.step,
    status: row.status,
    operation: row.operation,
    key: row.key,
    request: readJson<Record<string, unknown>>(row.request, {}),
    answer: readJson<Record<string, unknown> | null>(row.answer, null),
    error: readError(row.error),
    unit: row.unit,
    bound: row.bound === null ? null : { unit: row.unit, amount: row.bound as Amount },
    cost: row.used === null ? null : [{ unit: row.unit, amount: row.used as Amount }],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

interface ResultRow {
  check_id: string;
  profile_id: string;
  model: string;
  probe: string;
  result: ProbeOutcome;
  claimed: number | null;
  note: string;
  figures: string;
  evidence: string;
  at: number;
}

type ResultTable = Pick<CheckStore, 'putResult' | 'result' | 'results' | 'latest'>;

function createResults(database: Database): ResultTable {
  const read = (where: string, ...values: readonly SqlValue[]) =>
    database
      .all<ResultRow>(`SELECT r.* FROM check_results r ${where}`, ...values)
      .map((row) => toResult(database, row));
  return {
    putResult: (result) => putResult(database, result),
    result: (checkId, model, probe) =>
      read('WHERE check_id = ? AND model = ? AND probe = ?', checkId, model, probe)[0],
    results: (checkId) => read('WHERE check_id = ? ORDER BY rowid', checkId),
    latest: (profileId, model) =>
      read(
        `WHERE (?1 IS NULL OR profile_id = ?1) AND (?2 IS NULL OR model = ?2) AND NOT EXISTS (
           SELECT 1 FROM check_results later WHERE later.profile_id = r.profile_id AND later.model = r.model
             AND later.probe = r.probe AND (later.at, later.rowid) > (r.at, r.rowid))
         ORDER BY model, rowid`,
        ...[profileId, model],
      ),
  };
}

function putResult(database: Database, result: NewResult): void {
  const { checkId, profileId, model, probe, claimed, figures, evidence } = result;
  database.run(
    `INSERT OR REPLACE INTO check_results (check_id, profile_id, model, probe, result, claimed, note, figures, evidence,
       at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[checkId, profileId, model, probe, result.result, claimed === null ? null : Number(claimed)],
    ...[result.note, JSON.stringify(figures), JSON.stringify(evidence), result.at],
  );
}

function toResult(database: Database, row: ResultRow): CheckResult {
  const before = database.get<{ result: ProbeOutcome; at: number }>(
    `SELECT result, at FROM check_results WHERE profile_id = ? AND model = ? AND probe = ? AND check_id != ?
       AND at <= ? ORDER BY at DESC LIMIT 1`,
    ...[row.profile_id, row.model, row.probe, row.check_id, row.at],
  );
  const evidence = readJson<string[]>(row.evidence, []);
  return {
    checkId: row.check_id,
    profileId: row.profile_id,
    model: row.model,
    probe: row.probe as ProbeId,
    result: row.result,
    claimed: row.claimed === null ? null : row.claimed === 1,
    note: row.note,
    figures: readJson(row.figures, []),
    cost: costOf(database, evidence),
    evidence,
    at: row.at,
    before: before ?? null,
  };
}
