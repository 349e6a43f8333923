/** A damaged database is repaired: the app starts, says what was lost, and keeps the damaged file. */
import { readdirSync } from 'node:fs';
import type { Notice } from '../../../shared/contract';
import { type Run, violate } from '../run-state';
import { homeOf } from '../world/app';
import { type Rows, readDatabase } from './database';

/** Once the app has been started, let be for a while, and started again. */
export function checkRepaired(run: Run, told: readonly Notice[]): void {
  const part = run.damage?.part;
  run.damage = null;
  run.hasLostRows ||= part === 'table' || part === 'header';
  const problem = readDatabase(run, firstProblem);
  if (problem !== 'ok') violate(run, 'kept', `the database is still damaged (${part}): ${problem}`);
  if (problem !== 'ok') return;
  if (part === 'index') noteMisread(run);
  const lost = readDatabase(run, (rows) => forgetLost(run, rows)) ?? 0;
  const isRecovered = told.some(({ id, title }) => id === 'database-repaired' && /damaged/.test(title));
  const names = readdirSync(homeOf(run.world));
  const isKept = names.some((name) => /^gatehouse\.unreadable-.*\.db$/.test(name));
  if (run.hasLostRows) forgetParts(run);
  if (isRecovered && !isKept) violate(run, 'kept', 'the damaged database was not kept');
  // What was written last is in the log alone, which belongs to the file it was written for.
  const isLogKept = names.some((name) => /^gatehouse\.unreadable-.*\.db-wal$/.test(name));
  if (isRecovered && part === 'header' && !isLogKept)
    violate(run, 'kept', 'the damaged database was kept without its log');
  if (lost === 0) return;
  if (!isRecovered)
    violate(run, 'kept', `${lost} things were lost with the database, and nothing reported it`);
  if (!run.hasLostRows)
    violate(
      run,
      'kept',
      `${lost} things were lost, although the damage was in what is made from others (${part})`,
    );
}

/** Until the damage is found, some seconds after a start, a query may miss rows that are there. */
function noteMisread(run: Run): void {
  const rows = readDatabase(run, ({ all }) =>
    all<{ id: string }>("SELECT DISTINCT profile_id AS id FROM ledger WHERE outcome = 'outside'"),
  );
  for (const { id } of rows ?? []) run.misread.add(id);
}

function firstProblem({ all }: Rows): string {
  try {
    return all<{ quick_check: string }>('PRAGMA quick_check(1)')[0]?.quick_check ?? 'nothing reads';
  } catch (error) {
    return String(error);
  }
}

/** What is gone for good is not looked for again. @returns how many things that is */
function forgetLost({ memory }: Run, { all }: Rows): number {
  const idsIn = (table: string) =>
    new Set(all<{ id: string }>(`SELECT id FROM ${table}`).map(({ id }) => id));
  // A message is gone where its words are: what the person typed is one part.
  const [messages, queued] = [
    idsIn('messages m WHERE EXISTS (SELECT 1 FROM message_parts WHERE message_seq = m.seq)'),
    idsIn('queued_messages'),
  ];
  let lost = 0;
  const forget = (known: Map<string, unknown> | Set<string>, isHere: (id: string) => boolean) => {
    for (const id of [...known.keys()])
      if (!isHere(id)) {
        known.delete(id);
        if (!memory.removed.has(id)) lost += 1;
      }
  };
  const isTyped = (id: string) => messages.has(id) || queued.has(id);
  const isOfRemoved = (id: string) => {
    const typed = memory.messages.get(id) ?? memory.queued.get(id);
    return typed !== undefined && memory.removed.has(typed.conversationId);
  };
  for (const known of [memory.messages, memory.queued]) forget(known, (id) => isTyped(id) || isOfRemoved(id));
  forget(memory.jobs, (id) => idsIn('jobs').has(id));
  forget(memory.experiments, (id) => idsIn('experiments').has(id));
  forget(memory.batches, (id) => idsIn('batches').has(id));
  forget(memory.comparisons, (id) => idsIn('comparisons').has(id));
  forget(memory.checks, (id) => idsIn('checks').has(id));
  return lost;
}

/** What a lost page may have taken from things that are still there. */
function forgetParts({ memory }: Run): void {
  memory.drafts.clear();
  memory.pinned.clear();
  Object.assign(memory, { limit: null, activeId: null });
  memory.batches.clear();
  memory.experiments.clear();
  memory.judged.clear();
  memory.mustHave.clear();
  memory.imports.length = 0;
}
