/** Faults of archives: what a file from elsewhere could do, and what an import could leave behind. */
import type { Fault } from './fault';

const folder = 'electron/storage/archive';

export const archiveFaults: readonly Fault[] = [
  {
    name: 'archive-columns-become-sql',
    what: 'Names of columns in an archive become part of SQL',
    about: { 'import-foreign': 8, send: 2, image: 1, close: 1 },
    changes: [
      {
        file: `${folder}/rows/row-schemas.ts`,
        find: '[name, schema.partial()]',
        replace: '[name, schema.partial().loose()]',
      },
      {
        file: `${folder}/insert-row.ts`,
        find: 'const columns = (columnsOf(name) ?? []).filter(',
        replace: 'void columnsOf;\n  const columns = Object.keys(row).filter(',
      },
    ],
  },
  {
    name: 'archive-rows-unchecked',
    what: 'Rows of an archive that are of another form are taken in',
    changes: [
      {
        file: `${folder}/stage-table.ts`,
        find: 'const checked = schema.safeParse(parseLine(table, line));',
        replace: 'const checked: any = { success: true, data: parseLine(table, line) };',
      },
    ],
  },
  {
    name: 'archive-brings-a-broken-profile',
    what: 'A profile of an archive with a broken address makes every later start fail',
    changes: [
      {
        file: `${folder}/rows/app-rows.ts`,
        find: 'base_url: baseUrlSchema,',
        replace: 'base_url: column.text(2_000),',
      },
    ],
  },
  {
    name: 'archive-sends-what-was-queued',
    what: 'Queued messages of an archive are sent, and paid, after the next reply',
    about: { 'import-foreign': 6, send: 6, regenerate: 2, continue: 2 },
    changes: [
      {
        file: `${folder}/restore-rows.ts`,
        find: "restoreQueued(database, source.rowsOf('queued_messages') ?? [], context);",
        replace: `void restoreQueued;
      for (const row of source.rowsOf('queued_messages') ?? [])
        database.run('INSERT INTO queued_messages (id, conversation_id, text, model, settings) VALUES (?, ?, ?, ?, ?)',
          ...['id', 'conversation_id', 'text', 'model', 'settings'].map((name) => row[name] ?? null));`,
      },
    ],
  },
  {
    name: 'archive-goes-on',
    what: 'Jobs and batches that were under way when an archive was made go on here',
    changes: [
      {
        file: `${folder}/adapt-row.ts`,
        find: 'const ended = asEnded(table, row, context.now);',
        replace: 'const ended = row;\n  void asEnded;',
      },
    ],
  },
  {
    name: 'archive-claims-files',
    what: 'A row of an archive names a file of the person’s own, which is shown and deleted with it',
    changes: [
      {
        file: `${folder}/adapt-row.ts`,
        find: '{ folder: noFolder(home, id), file_name: harmless(String(row.file_name)), is_missing: 1 }',
        replace: '{ folder: row.folder ?? noFolder(home, id), file_name: row.file_name ?? harmless(id) }',
      },
    ],
  },
  {
    name: 'archive-asks-twice',
    what: 'A job of an archive asks for more than its text when it is resumed',
    about: { 'import-foreign': 6, resume: 5, retry: 1, time: 1 },
    changes: [
      {
        file: `${folder}/settle-references.ts`,
        find: "  for (const id of addedTo('jobs')) requireWholeText(database, id);\n",
        replace: '',
      },
    ],
  },
  {
    name: 'archive-of-any-depth',
    what: 'JSON of an archive may be nested as deep as it likes',
    about: { 'import-foreign': 8, send: 1 },
    changes: [
      {
        file: 'shared/text/bounded-json.ts',
        find: 'if (isDeeper(text, maxDepth))',
        replace: 'if (isDeeper(text, maxDepth * 1e9))',
      },
    ],
  },
  {
    name: 'import-replaces-rows',
    what: 'An archive replaces what is here under the same id',
    changes: [
      {
        file: `${folder}/insert-row.ts`,
        find: "const verb = overwrites ? 'INSERT OR REPLACE' : 'INSERT';",
        replace: "const verb = 'INSERT OR REPLACE';",
      },
      {
        file: `${folder}/insert-row.ts`,
        find: "const unless = overwrites || inside !== undefined ? '' : ' ON CONFLICT DO NOTHING';",
        replace: "const unless = '';\n  void overwrites;",
      },
    ],
  },
  {
    name: 'import-leaves-rows',
    what: 'An import that fails half way leaves chats behind',
    changes: [
      {
        file: `${folder}/hidden-rows.ts`,
        find: "return table === 'conversations' || isSeen ? { ...row, removed_at: mark } : row;",
        replace: 'void isSeen;\n      return row;',
      },
    ],
  },
  {
    name: 'import-leaves-files',
    what: 'An import that fails half way leaves files behind',
    changes: [
      {
        file: `${folder}/restore-archive.ts`,
        find: 'isSettled = undoPlaced(staging);',
        replace: 'isSettled = undoPlaced !== undefined;',
      },
    ],
  },
  {
    name: 'broken-import-not-tidied',
    what: 'An import that was cut off by the end of the process leaves files behind',
    changes: [
      {
        file: `${folder}/archive-files.ts`,
        find: '  clearBrokenImports(home, database);\n  clearReceived(home);',
        replace: '  clearReceived(home);',
      },
    ],
  },
  {
    name: 'import-name-not-synced',
    what: 'A power failure after an import leaves rows whose files have no name',
    about: { 'import-foreign': 8, 'power-cut': 6, time: 1 },
    changes: [
      {
        file: `${folder}/placed-file.ts`,
        find: "import { renameDurably } from '../media/partial';",
        replace: "import { rename as renameDurably } from 'node:fs/promises';",
      },
      {
        file: 'electron/storage/media/free-name.ts',
        find: '  await syncFolder(folder);\n  return given;',
        replace: '  void syncFolder;\n  return given;',
      },
    ],
  },
];
