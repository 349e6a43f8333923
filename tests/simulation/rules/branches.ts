/** Rules 4 and 6 for queued messages: each follows the branch it was typed in, and changes nothing that was chosen since. */
import { type Run, violate } from '../run-state';
import { CALLS_OF_MESSAGE, type Rows, readDatabase } from './database';

interface Place {
  id: string;
  parent_id: string | null;
}

export function checkBranches(run: Run): void {
  if (!run.hasLostRows && run.memory.queued.size > 0)
    readDatabase(run, (rows) => checkResultsFirst(run, rows));
  const { queued, chosen } = run.memory;
  const waited = [...queued.values()].filter(({ behind }) => behind !== undefined);
  if (run.hasLostRows || (waited.length === 0 && chosen.size === 0)) return;
  readDatabase(run, (rows) => {
    for (const { id, behind = '', text, conversationId } of waited) {
      if (wasBroken(run, behind) || run.memory.removed.has(conversationId)) continue;
      const above = pathTo(rows, id);
      if (above.length > 0 && !above.includes(behind))
        violate(run, 'sent', `the queued message “${text}” is in another branch than it was typed in`);
    }
    for (const [id, temperature] of chosen) checkChosen(run, rows, id, temperature);
  });
}

/** What was queued before anyone knew that the reply calls tools waits until they have their results. */
function checkResultsFirst(run: Run, { all }: Rows): void {
  const query = `SELECT id, status, ${CALLS_OF_MESSAGE} AS calls FROM messages m
    WHERE id = (SELECT parent_id FROM messages WHERE id = ?) AND role = 'assistant'`;
  for (const { id, text } of run.memory.queued.values()) {
    const [reply] = all<{ id: string; status: string; calls: string }>(query, id);
    if (reply?.status !== 'complete' || reply.calls === '' || run.memory.continued.has(reply.id)) continue;
    if (!wasBroken(run, reply.id))
      violate(run, 'sent', `the queued message “${text}” was sent before the results of the calls above it`);
  }
}

/** Behind a reply that broke off, it may follow the one that was asked for in its place. */
const wasBroken = ({ memory }: Run, id: string): boolean =>
  memory.broken.has(id) || [...memory.cutReplies.values()].some((ids) => ids.has(id));

/** From the message itself upwards; empty while it waits. */
function pathTo({ all }: Rows, id: string): readonly string[] {
  const path: string[] = [];
  for (let next: string | null = id; next !== null; ) {
    const [row]: Place[] = all<Place>('SELECT id, parent_id FROM messages WHERE id = ?', next);
    if (row !== undefined) path.push(row.id);
    next = row?.parent_id ?? null;
  }
  return path;
}

function checkChosen(run: Run, { all }: Rows, id: string, temperature: number): void {
  const [row] = all<{ settings: string }>('SELECT settings FROM conversations WHERE id = ?', id);
  const kept = (JSON.parse(row?.settings ?? '{}') as { temperature?: number }).temperature;
  if (kept === temperature || run.memory.removed.has(id)) return;
  violate(run, 'kept', `a chat is set to ${kept}, and ${temperature} was chosen`);
}
