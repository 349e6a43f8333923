import type { ParameterValues } from '../../../shared/modalities/modalities';
import { dialogueParts, isDialogue } from '../../../shared/run/dialogue';
import { createBatchStore } from '../db/batch-store';
import type { Database, SqlValue } from '../db/driver';
import { count as countCells } from '../db/experiment-charges';
import { outerId, storedId } from '../db/ids';
import { readJson } from '../db/json-column';
import { foreign } from './damaged';

/**
 * Fixes references that the database itself does not check, once all rows are in: none may lead to another's row, or
 * nowhere.
 */
export function settleReferences(
  database: Database,
  addedTo: (table: string) => ReadonlySet<SqlValue>,
): void {
  const forEach = (table: string, sql: string) => {
    for (const id of addedTo(table)) database.run(sql, id);
  };
  forEach('conversations', LEAF);
  forEach('conversations', ownerOf('conversations'));
  forEach('jobs', ownerOf('jobs'));
  forEach('messages', RESULTS);
  forEach('chat_edits', STRAY_EDITS);
  for (const id of addedTo('jobs')) requireWholeText(database, id);
  forEach('comparisons', WINNER);
  const batches = createBatchStore(database);
  for (const id of addedTo('batches')) batches.count(String(id));
  for (const id of addedTo('experiments')) countCells(database, String(id));
  for (const id of addedTo('prompts')) database.run(FIRST_VERSION, id);
}

/** The visible branch must end in a message of the same chat. */
const LEAF = `UPDATE conversations AS c SET leaf_id =
    (SELECT ${outerId('m.id')} FROM message_rows m WHERE m.conversation_seq = c.seq ORDER BY m.seq DESC LIMIT 1)
  WHERE id = ? AND NOT EXISTS
    (SELECT 1 FROM message_rows m WHERE m.id = ${storedId('c.leaf_id')} AND m.conversation_seq = c.seq)`;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Each part is a request, and paid: one after the other they are all that the text of the job asks for. */
function requireWholeText(database: Database, id: SqlValue): void {
  const query = 'SELECT position, start, "end" FROM job_parts WHERE job_id = ? ORDER BY position';
  const parts = database.all<Stretch & { position: number }>(query, id);
  // A job that was created elsewhere and imported has none.
  if (parts.length === 0) return;
  const job = database.get<{ prompt: string; parameters: string }>(
    'SELECT prompt, parameters FROM jobs WHERE id = ?',
    id,
  );
  const prompt = job?.prompt ?? '';
  const parameters: ParameterValues = readJson(job?.parameters, {});
  const isNext = ({ position, start, end }: (typeof parts)[number], at: number) =>
    position === at && start >= (parts[at - 1]?.end ?? 0) && (end > start || parts.length === 1);
  const isInside = (parts.at(-1)?.end ?? 0) <= prompt.length;
  // The names in a dialogue are read, but not spoken.
  const asked = isDialogue(parameters)
    ? dialogueParts(prompt, parameters)
    : [{ start: 0, end: prompt.length }];
  if (!parts.every(isNext) || !isInside || !isCovered(asked, parts))
    throw foreign('the parts of a job don’t match its text');
}

/** Whether stretches lie in parts; both are in the order of the text, which is walked once, as it may be long. */
function isCovered(stretches: readonly Stretch[], parts: readonly Stretch[]): boolean {
  let next = 0;
  return stretches.every(({ start, end }) => {
    for (let at = start; at < end; at = parts[next]?.end ?? end) {
      while ((parts[next]?.end ?? end) <= at) next += 1;
      if ((parts[next]?.start ?? end) > at) return false;
    }
    return true;
  });
}

/** Records whose owner is missing become ordinary ones. */
const ownerOf = (table: 'conversations' | 'jobs'): string =>
  `UPDATE ${table} AS o SET owner_kind = NULL, owner_id = NULL
   WHERE id = ? AND owner_kind IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM batches WHERE o.owner_kind = 'batch' AND id = o.owner_id)
     AND NOT EXISTS (SELECT 1 FROM experiments WHERE o.owner_kind = 'experiment' AND id = o.owner_id)
     AND NOT EXISTS (SELECT 1 FROM comparisons WHERE o.owner_kind = 'comparison' AND id = o.owner_id)
     AND NOT EXISTS (SELECT 1 FROM message_rows WHERE o.owner_kind = 'message' AND id = ${storedId('o.owner_id')})
     AND NOT EXISTS (SELECT 1 FROM message_parts WHERE o.owner_kind = 'message' AND job_id = o.id)`;

/** A prompt of an earlier version has one version: its text. */
const FIRST_VERSION = `INSERT INTO prompt_versions (prompt_seq, version, text, created_at)
  SELECT seq, version, text, updated_at FROM prompts AS p
  WHERE id = ? AND NOT EXISTS (SELECT 1 FROM prompt_versions WHERE prompt_seq = p.seq AND version = p.version)`;

/** A message shows what came with a reply, and no other job of this computer. */
const RESULTS = `DELETE FROM message_parts
  WHERE message_seq = (SELECT seq FROM message_rows WHERE id = ${storedId('?1')}) AND job_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = message_parts.job_id AND owner_kind = 'message')`;

/** An edit shows branches of its own chat, and counts what it made there. */
const STRAY_EDITS = `DELETE FROM chat_edits AS e WHERE id = ? AND (${[
  'made_id',
  'before_leaf_id',
  'after_leaf_id',
]
  .map(
    (column) =>
      `(e.${column} IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq
          WHERE m.id = ${storedId(`e.${column}`)} AND c.id = e.conversation_id))`,
  )
  .join(' OR ')})`;

const WINNER = `UPDATE comparisons AS c SET winner_id = NULL
  WHERE id = ? AND NOT EXISTS (SELECT 1 FROM comparison_columns WHERE id = c.winner_id AND comparison_id = c.id)`;
