import type { Notice } from '../shared/contract';
import { toAppError } from './gateway/parse/error';
import type { Repair } from './storage/repair/repair';
import type { RestoreOutcome } from './storage/storage';

/** Known tables, in the order of the notice; the rest is counted as "other entries". */
const names: readonly (readonly [table: string, one: string, many: string])[] = [
  ['conversations', 'chat', 'chats'],
  ['messages', 'message', 'messages'],
  ['jobs', 'job', 'jobs'],
  ['media', 'library item', 'library items'],
  ['prompts', 'saved prompt', 'saved prompts'],
  ['ledger', 'entry of the credit history', 'entries of the credit history'],
  ['batch_rows', 'batch row', 'batch rows'],
  ['check_results', 'result of a check', 'results of checks'],
];

/** Counted where they are lost; those that are left are part of their messages. */
const partsOfMessages = ['message_parts', 'part of a message', 'parts of messages'] as const;

/** Notices about the database at startup. */
export function startNotices(repair: Repair | null, restore: RestoreOutcome): readonly Notice[] {
  return [
    ...(repair === null ? [] : [repairNotice(repair)]),
    ...(restore.kind === 'none' ? [] : [restoreNotice(restore)]),
  ];
}

function restoreNotice(restore: Exclude<RestoreOutcome, { kind: 'none' }>): Notice {
  if (restore.kind === 'failed') {
    return {
      id: 'backup-restored',
      level: 'error',
      title: 'Couldn’t restore the backup',
      message: `${toAppError(restore.error).message} Nothing was changed. Choose the backup in Settings to try again.`,
    };
  }
  return {
    id: 'backup-restored',
    level: 'info',
    title: 'The backup was restored',
    message:
      'What was here before is kept as a backup: to undo this, restore it in Settings. Credits spent since then stay in the history.',
  };
}

/** How a damaged database was repaired, what was lost, and what can be done next. */
export function repairNotice(repair: Repair): Notice {
  if (repair.kind === 'rebuilt') {
    return {
      id: 'database-repaired',
      level: 'info',
      title: 'The search index was rebuilt',
      message: 'It was damaged. Your chats, files and settings are not affected.',
    };
  }
  const kept = repair.tables.reduce((sum, table) => sum + table.kept, 0);
  return {
    id: 'database-repaired',
    level: 'error',
    title: 'The database was damaged',
    message: [
      kept === 0 ? 'Nothing in it could be read, so Gatehouse started with an empty one.' : recovered(repair),
      `The damaged file is kept at ${repair.setAside}.`,
      'To go back to an earlier state, choose a backup in Settings.',
    ].join(' '),
  };
}

function recovered({ tables }: Extract<Repair, { kind: 'recovered' }>): string {
  const kept = names.flatMap(([table, one, many]) => {
    const rows = tables.find(({ name }) => name === table)?.kept ?? 0;
    return rows === 0 ? [] : [counted(rows, one, many)];
  });
  return `Recovered: ${kept.join(', ') || 'settings only'}. ${lost(tables)}`;
}

function lost(tables: Extract<Repair, { kind: 'recovered' }>['tables']): string {
  const named = [...names, partsOfMessages];
  const known = named.flatMap(([table, one, many]) => {
    const found = tables.find(({ name }) => name === table);
    if (found === undefined || found.lost === 0) return [];
    return [found.lost === null ? `an unknown number of ${many}` : counted(found.lost, one, many)];
  });
  const others = tables.some(
    ({ name, lost: rows }) => rows !== 0 && !named.some(([table]) => table === name),
  );
  const all = [...known, ...(others ? ['some other entries'] : [])];
  return all.length === 0 ? 'Nothing was lost.' : `Lost: ${all.join(', ')}.`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
