import { liftSetup } from '../../../shared/extra/lift-extra';
import type { CompareColumn, CompareRun, Comparison } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { readSetup } from '../../../shared/run/earlier-shapes';
import { type Setup, setupOf } from '../../../shared/run/setup';
import type { ComparisonStore } from '../../core/ports/comparisons';
import { costSum, readCost } from './cost-sql';
import type { Database } from './driver';
import { IS_UNFINISHED } from './job-inputs';
import { readJson } from './json-column';
import { isUnknownOf } from './ledger-terms';
import { profileOfChat } from './message-store';

interface Row {
  id: string;
  modality: ModalityId;
  title: string;
  created_at: number;
  updated_at: number;
  is_tied: number;
  is_same_prompt: number;
  winner_id: string | null;
}

interface ColumnRow {
  id: string;
  model: string;
  settings: string;
  prompt: string | null;
  conversation_id: string | null;
  profile_id: string | null;
}

/** Of its last call: a message of its chat, or a job. */
const PROFILE_OF_COLUMN = `CASE WHEN k.conversation_id IS NULL
    THEN (SELECT j.profile_id FROM comparison_runs r JOIN jobs j ON j.id = r.call_id
      WHERE r.column_id = k.id ORDER BY r.seq DESC LIMIT 1)
    ELSE ${profileOfChat('k.conversation_id')} END`;

export function createComparisonStore(database: Database): ComparisonStore {
  return {
    ...writers(database),
    page: (modality, cursor, limit) => page(database, modality, cursor, limit),
    get(id) {
      const row = database.get<Row>('SELECT * FROM comparisons WHERE id = ? AND removed_at IS NULL', id);
      return row && toComparison(database, row);
    },
    hasRound: (roundId) =>
      database.get('SELECT 1 FROM comparison_runs WHERE round_id = ? LIMIT 1', roundId) !== undefined,
    conversationIds: (id) =>
      database
        .all<{ id: string }>(
          `SELECT c.id FROM comparison_columns k JOIN conversations c ON c.id = k.conversation_id
           WHERE k.comparison_id = ? AND k.removed_at IS NULL AND c.owner_id = k.comparison_id`,
          id,
        )
        .map((row) => row.id),
    columnOf: (id, columnId) =>
      database.get<{ conversationId: string | null }>(
        'SELECT conversation_id AS conversationId FROM comparison_columns WHERE comparison_id = ? AND id = ?',
        id,
        columnId,
      ),
  };
}

type Writers = Pick<
  ComparisonStore,
  | 'put'
  | 'putColumn'
  | 'addRun'
  | 'replaceRun'
  | 'rename'
  | 'setWinner'
  | 'setRemoved'
  | 'setColumnRemoved'
  | 'purgeRemoved'
>;

function writers(database: Database): Writers {
  return {
    put({ id, modality, title, at, isTied, isSamePrompt }) {
      database.run(
        `INSERT INTO comparisons (id, modality, title, created_at, updated_at, is_tied, is_same_prompt)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at,
           is_tied = excluded.is_tied, is_same_prompt = excluded.is_same_prompt`,
        ...[id, modality, title, at, at, Number(isTied), Number(isSamePrompt)],
      );
    },
    putColumn(comparisonId, position, { id, model, prompt, conversationId, ...setup }) {
      database.run(
        `INSERT INTO comparison_columns (id, comparison_id, position, model, settings, prompt, conversation_id)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position,
           model = excluded.model, settings = excluded.settings, prompt = excluded.prompt,
           conversation_id = excluded.conversation_id`,
        ...[id, comparisonId, position, model, JSON.stringify(fieldsOf(setup)), prompt, conversationId],
      );
    },
    addRun({ roundId, columnId, callId }) {
      const sql = 'INSERT INTO comparison_runs (round_id, column_id, call_id) VALUES (?, ?, ?)';
      database.run(sql, roundId, columnId, callId);
    },
    replaceRun(jobId, byJobId) {
      database.run(
        `INSERT INTO comparison_runs (round_id, column_id, call_id)
         SELECT round_id, column_id, ? FROM comparison_runs WHERE call_id = ?`,
        byJobId,
        jobId,
      );
    },
    rename: (id, title) => void database.run('UPDATE comparisons SET title = ? WHERE id = ?', title, id),
    setWinner: (id, columnId) =>
      void database.run('UPDATE comparisons SET winner_id = ? WHERE id = ?', columnId, id),
    setRemoved: (id, at) => void database.run('UPDATE comparisons SET removed_at = ? WHERE id = ?', at, id),
    setColumnRemoved: (columnId, at) =>
      void database.run('UPDATE comparison_columns SET removed_at = ? WHERE id = ?', at, columnId),
    purgeRemoved() {
      database.run('DELETE FROM comparisons WHERE removed_at IS NOT NULL');
      database.run('DELETE FROM comparison_columns WHERE removed_at IS NOT NULL');
    },
  };
}

/** The modality is that of the comparison. */
function fieldsOf(held: Setup) {
  const { modality: _modality, ...fields } = setupOf(held);
  return fields;
}

/** Keyset paging, as for conversations. */
function page(database: Database, modality: ModalityId, cursor: string | null, limit: number) {
  const [updatedAt, id] = cursor?.split(' ') ?? [Number.MAX_SAFE_INTEGER, ''];
  const rows = database.all<Row>(
    `SELECT * FROM comparisons WHERE removed_at IS NULL AND modality = ? AND (updated_at, id) < (?, ?)
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    ...[modality, Number(updatedAt) || 0, id ?? '', limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    comparisons: shown.map((row) => toComparison(database, row)),
    nextCursor: rows.length > limit && last ? `${last.updated_at} ${last.id}` : null,
  };
}

function toComparison(database: Database, row: Row): Comparison {
  return {
    id: row.id,
    modality: row.modality,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isTied: row.is_tied === 1,
    isSamePrompt: row.is_same_prompt === 1,
    winnerId: row.winner_id,
    columns: columnsOf(database, row),
    ...comparisonState(database, row),
  };
}

function columnsOf(database: Database, { id: comparisonId, modality }: Row): CompareColumn[] {
  const rows = database.all<ColumnRow>(
    `SELECT id, model, settings, prompt, conversation_id, ${PROFILE_OF_COLUMN} AS profile_id
     FROM comparison_columns k WHERE comparison_id = ? AND removed_at IS NULL ORDER BY position`,
    comparisonId,
  );
  return rows.map(
    ({ id, model, settings, prompt, conversation_id: conversationId, profile_id: profileId }) => ({
      id,
      model,
      ...liftSetup(readSetup(modality, readJson(settings, {}))),
      prompt,
      conversationId,
      profileId,
      runs: conversationId === null ? runsOf(database, id) : [],
    }),
  );
}

/** The newest run of each round, in the order in which the rounds started. */
function runsOf(database: Database, columnId: string): CompareRun[] {
  const rows = database.all<CompareRun>(
    'SELECT round_id AS roundId, call_id AS jobId FROM comparison_runs WHERE column_id = ? ORDER BY seq',
    columnId,
  );
  const newest = new Map(rows.map((run) => [run.roundId, run]));
  return [...newest.values()];
}

const CHATS = `(SELECT conversation_id FROM comparison_columns
  WHERE comparison_id = ?1 AND conversation_id IS NOT NULL)`;
const JOBS = `(SELECT r.call_id FROM comparison_columns k JOIN comparison_runs r ON r.column_id = k.id
  WHERE k.comparison_id = ?1)`;

/** Which ledger rows and which work belong to a comparison, for chats and for jobs. */
const sources = {
  chat: {
    paid: `conversation_seq IN (SELECT seq FROM names WHERE name IN ${CHATS})`,
    call: 'message_id',
    running: `SELECT 1 FROM message_rows WHERE status = 'streaming'
      AND conversation_seq IN (SELECT seq FROM conversations WHERE id IN ${CHATS}) LIMIT 1`,
  },
  job: {
    paid: `job_id IN ${JOBS}`,
    call: 'job_id',
    running: `SELECT 1 FROM jobs WHERE id IN ${JOBS} AND ${IS_UNFINISHED} LIMIT 1`,
  },
} as const;

interface Owner {
  readonly id: string;
  readonly modality: ModalityId;
}

/** What a comparison has cost so far, and whether it is still running. */
function comparisonState(
  database: Database,
  { id, modality }: Owner,
): Pick<Comparison, 'cost' | 'hasUnknownCost' | 'isRunning'> {
  const { paid, call, running } = sources[modality === 'chat' ? 'chat' : 'job'];
  const sums = database.get<{ cost: string; unknown: number }>(
    `SELECT ${costSum('l')} AS cost, count(*) FILTER (WHERE ${isUnknownOf('l', call)}) AS unknown
     FROM ledger_rows l WHERE ${paid}`,
    id,
  );
  return {
    cost: readCost(sums?.cost ?? null) ?? [],
    hasUnknownCost: (sums?.unknown ?? 0) > 0,
    isRunning: database.get(running, id) !== undefined,
  };
}
