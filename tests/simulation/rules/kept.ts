/** Rule 4, first half: nothing typed, confirmed or saved disappears. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { ModelChoices } from '../../../shared/models/model-choices';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';
import { type Rows, readDatabase, TEXT_OF_MESSAGE } from './database';

/** Before an update changes the database, a whole copy of it lies beside it. */
export function checkCopyBefore(run: Run): void {
  if (run.world.begins === 'newest') return;
  const home = homeOf(run.world);
  const [name] = readdirSync(home).filter((file) => /\.before-version-\d+$/.test(file));
  if (name === undefined) violate(run, 'kept', 'no copy was kept of the database before its update');
  else if (!isWhole(join(home, name))) violate(run, 'kept', `the copy ${name} is not whole`);
}

function isWhole(path: string): boolean {
  const database = new Libsql(path);
  try {
    const [found] = database.prepare('SELECT count(*) AS tables FROM sqlite_schema').all([]);
    return (found as { tables: number }).tables > 10;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

export function checkKept(run: Run): void {
  readDatabase(run, (rows) => {
    checkTyped(run, rows);
    checkConfirmed(run, rows);
    checkExperiments(run, rows);
    checkSeen(run, rows);
    checkPinned(run, rows);
    checkBoards(run, rows);
    checkSavedTools(run, rows);
  });
}

function checkTyped(run: Run, { all }: Rows): void {
  const { messages, queued, drafts, removed } = run.memory;
  const texts = new Map(
    all<{ id: string; text: string }>(`SELECT id, ${TEXT_OF_MESSAGE} AS text FROM messages m`).map((row) => [
      row.id,
      row.text,
    ]),
  );
  const waiting = new Set(all<{ id: string }>('SELECT id FROM queued_messages').map(({ id }) => id));
  for (const { id, text, conversationId } of [...messages.values(), ...queued.values()]) {
    if (removed.has(id) || removed.has(conversationId) || waiting.has(id) || texts.get(id) === text) continue;
    violate(run, 'kept', `the message “${text}” is gone`);
  }
  for (const [conversationId, text] of drafts) {
    if (removed.has(conversationId)) continue;
    const found =
      conversationId === ''
        ? all<{ draft: string }>("SELECT value AS draft FROM settings WHERE key = 'new-chat-draft'")
        : all<{ draft: string }>('SELECT draft FROM conversations WHERE id = ?', conversationId);
    if (found[0]?.draft !== text) violate(run, 'kept', `the draft “${text}” is gone`);
  }
}

function checkConfirmed(run: Run, { all }: Rows): void {
  const { jobs, batches, comparisons, removed } = run.memory;
  const kept = new Map(
    all<{ id: string; prompt: string }>('SELECT id, prompt FROM jobs').map((row) => [row.id, row.prompt]),
  );
  for (const [id, { prompt }] of jobs)
    if (kept.get(id) !== prompt) violate(run, 'kept', `the job “${prompt.slice(0, 50)}” is gone`);
  for (const [id, { rows }] of batches) {
    const counted = all<{ rows: number }>(
      'SELECT count(*) AS rows FROM batches b JOIN batch_rows r ON r.batch_seq = b.seq WHERE b.id = ?',
      id,
    );
    if (!removed.has(id) && counted[0]?.rows !== rows)
      violate(run, 'kept', `a batch of ${rows} rows has ${counted[0]?.rows} left`);
  }
  const compared = new Set(all<{ id: string }>('SELECT id FROM comparisons').map(({ id }) => id));
  for (const id of comparisons)
    if (!removed.has(id) && !compared.has(id)) violate(run, 'kept', 'a comparison is gone');
}

/** Each has its cells, those that were added too, and none twice. */
function checkExperiments(run: Run, { all }: Rows): void {
  const { experiments, removed } = run.memory;
  for (const [id, { cells, most = cells }] of experiments) {
    const [counted] = all<{ cells: number }>(
      `SELECT count(*) AS cells FROM experiments e JOIN experiment_cells c ON c.experiment_seq = e.seq
       WHERE e.id = ? AND c.variant_number > 0`,
      id,
    );
    const left = counted?.cells ?? 0;
    if (!removed.has(id) && (left < cells || left > most))
      violate(run, 'kept', `an experiment of ${cells} to ${most} cells has ${left} left`);
  }
}

/** A board is there with all that was put on it, but for what was deleted. */
function checkBoards(run: Run, { all }: Rows): void {
  const { boards, removed } = run.memory;
  // The pages of a damaged database may have held them.
  if (run.hasLostRows) return;
  for (const [id, known] of boards) {
    if (removed.has(id)) continue;
    if (all('SELECT 1 FROM boards WHERE id = ?', id).length === 0) violate(run, 'kept', 'a board is gone');
    const rows = all<{ id: string }>(
      `SELECT m.id FROM boards b JOIN board_media x ON x.board_seq = b.seq JOIN media m ON m.seq = x.media_seq
       WHERE b.id = ?`,
      id,
    );
    const there = new Set(rows.map((row) => row.id));
    for (const one of known)
      if (!removed.has(one) && !there.has(one)) violate(run, 'kept', 'a result is no longer on its board');
  }
}

/** A tool that was saved is there as it was saved last. */
function checkSavedTools(run: Run, { all }: Rows): void {
  if (run.hasLostRows) return;
  const rows = all<{ name: string; tool: string }>(
    'SELECT name, tool FROM saved_tools WHERE removed_at IS NULL',
  );
  for (const [name, description] of run.memory.savedTools)
    if (!rows.some((row) => row.name === name && row.tool.includes(description)))
      violate(run, 'kept', `the saved tool ${name} is gone`);
}

/** A model id that was typed and pinned stays, although no gateway lists it. */
function checkPinned(run: Run, { all }: Rows): void {
  const { pinned } = run.memory;
  if (pinned.size === 0) return;
  const [row] = all<{ value: string }>("SELECT value FROM settings WHERE key = 'app'");
  const { models = {} } = JSON.parse(row?.value ?? '{}') as { models?: Record<string, ModelChoices> };
  for (const [model, profileId] of pinned)
    if (!models[profileId]?.pinned.includes(model)) violate(run, 'kept', `the pinned model ${model} is gone`);
}

/** Text of a reply that a window showed for a while is still there after a death. */
function checkSeen(run: Run, { all }: Rows): void {
  const { mustHave, removed } = run.memory;
  for (const [id, text] of mustHave) {
    const row = all<{ text: string; conversation_id: string }>(
      `SELECT ${TEXT_OF_MESSAGE} AS text, conversation_id FROM messages m WHERE id = ?`,
      id,
    )[0];
    if (removed.has(id) || row === undefined || removed.has(row.conversation_id)) continue;
    if (!row.text.includes(text))
      violate(run, 'kept', `a reply lost text that was on show: “${text.slice(-40)}”`);
  }
}
