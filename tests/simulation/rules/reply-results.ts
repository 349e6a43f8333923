/** Rule 2 for pictures and sound that came inside a chat reply. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';
import { type Case, isNamed, judgeLost } from './lost-result';

interface ReplyRow {
  id: string;
  status: string;
  error: string | null;
}

const replyOf = ({ all }: Rows, key: string): ReplyRow | undefined =>
  all<ReplyRow>(
    `SELECT m.id, m.status, m.error FROM ledger l JOIN messages m ON m.id = l.message_id
     JOIN conversations c ON c.id = m.conversation_id
     WHERE l.idempotency_key = ? AND c.removed_at IS NULL AND m.removed_at IS NULL LIMIT 1`,
    key,
  )[0];

/** After each start: the person sees which replies the end of the process cut off. */
export function noteCutReplies(run: Run): void {
  const { memory, app } = run;
  const rows = readDatabase(run, ({ all }) =>
    all<{ id: string }>("SELECT id FROM messages WHERE status IN ('interrupted', 'streaming')"),
  );
  // A damaged database can't be read: the start that repairs it says so instead.
  if (app !== null && rows !== null)
    memory.cutReplies.set(app.life.number, new Set(rows.map(({ id }) => id)));
}

/** The start after that life said so, before the person continued or regenerated it. */
function wasCutAfter({ memory }: Run, replyId: string, life: number): boolean {
  const next = [...memory.cutReplies.keys()].find((number) => number > life);
  return next !== undefined && memory.cutReplies.get(next)?.has(replyId) === true;
}

/** What came inside a reply is the reply's: a job of its own saves it, or the reply says that it was cut off. */
export function judgeOfReply(run: Run, { charge, result, arrivedIn, jobs }: Case): void {
  const reply = readDatabase(run, (rows) => replyOf(rows, charge.key ?? ''));
  // The person deleted it, with its batch or chat.
  if (!reply || run.memory.removed.has(reply.id)) return;
  const modality = result.contentType.startsWith('image/') ? 'image' : 'speech';
  const own = jobs.filter(({ owner_id, modality: kind }) => owner_id === reply.id && kind === modality);
  if (own.some(({ id, status }) => run.memory.removed.has(id) || status === 'cancelled')) return;
  const diedWith = arrivedIn !== run.app?.life.number;
  if (diedWith && (own.some(isNamed) || wasCutAfter(run, reply.id, arrivedIn))) return;
  const [job] = own.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  if (job) judgeLost(run, result, job, charge.marker);
  else
    violate(run, 'results', `a ${modality} came with the reply to ${charge.marker} and no job knows of it`);
}

/**
 * What came with a reply is in the library once. A file that was written as the process died, before its row, may lie
 * beside it.
 */
export function checkSavedOnce(run: Run): void {
  const ofReplies = run.gateways.flatMap(({ account }) =>
    account.charges.filter(({ operation }) => operation === 'chat').flatMap(({ results }) => results),
  );
  if (ofReplies.length === 0) return;
  const files = listedFiles(run);
  for (const { mark, contentType } of ofReplies)
    if (files.filter((bytes) => bytes.includes(mark)).length > 1)
      violate(run, 'results', `${contentType} of a reply is in the library twice`);
}

function listedFiles(run: Run): readonly Buffer[] {
  const rows = readDatabase(run, ({ all }) =>
    all<{ folder: string; name: string }>(
      'SELECT folder, file_name AS name FROM media WHERE removed_at IS NULL',
    ),
  );
  const paths = (rows ?? []).map(({ folder, name }) => join(folder, name));
  return paths.filter((path) => existsSync(path)).map((path) => readFileSync(path));
}
