/** Archives between two test apps, unchanged or manipulated. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import type { ArchiveManifest } from '../../electron/storage/archive/archive-manifest';
import { ownTables } from '../../electron/storage/archive/tables';
import { openDatabase, type SqlValue } from '../../electron/storage/db/driver';
import type { ArchiveTask } from '../../shared/archive/archive';
import type { TestCore } from './core';
import { picture } from './media-files';

export type JsonRow = Record<string, unknown>;

/** The end of the current or last export or import. */
export const ended = (app: TestCore): Promise<ArchiveTask> =>
  app.until(() => {
    const last = app.events.findLast((one) => one.type === 'archive.changed');
    return last?.type === 'archive.changed' && last.task?.state !== 'running' && last.task;
  });

export async function exportAll(app: TestCore, includesMedia = true): Promise<Buffer> {
  await app.tell('archive.export', { includesMedia });
  const task = await ended(app);
  if (task.error !== null) throw new Error(task.error.message);
  const bytes = readFileSync(app.core.exportPath(task.exportId ?? ''));
  if (task.bytes !== bytes.length) throw new Error('the size of the archive was reported wrong');
  await app.tell('archive.dismiss', {});
  return bytes;
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

export async function upload(app: TestCore, bytes: Uint8Array): Promise<string> {
  const received = await app.core.receiveArchive(pieces(bytes));
  if (!received.ok) throw new Error(received.error.message);
  return received.value.archiveId;
}

export async function importAll(app: TestCore, bytes: Uint8Array): Promise<ArchiveTask> {
  await app.tell('archive.import', { archiveId: await upload(app, bytes) });
  return ended(app);
}

/** Creates some data of every kind: chats, results, attachments, drafts, deletions and charges. */
export async function live(app: TestCore) {
  await app.until(() =>
    app.events.some((one) => one.type === 'models.changed' && one.catalogue.models.length > 0),
  );
  const first = await app.chat('Hello there', { model: 'sandbox/eliza' });
  await app.tell('chat.regenerate', { messageId: first.reply.id, replyId: randomUUID() });
  await app.until(() => completeReplies(app) >= 2);
  await app.tell('conversations.pin', { id: first.conversationId, isPinned: true });
  const image = await app.tell('attachments.add', {
    name: 'boat.png',
    base64: Buffer.from(await picture('png')).toString('base64'),
  });
  const sent = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Look',
    model: 'sandbox/vision',
    settings: {},
    attachments: [{ id: image.id, name: image.name }],
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  await app.tell('conversations.saveDraft', {
    id: sent.conversationId,
    text: 'half a thought',
    attachments: [{ id: image.id, name: 'boat.png' }],
  });
  const removed = await app.chat('to be deleted');
  await app.tell('conversations.remove', { id: removed.conversationId });
  await makeImage(app);
  await app.tell('profiles.create', { name: 'Work', baseUrl: 'https://gateway.example/api/v1' });
  await app.tell('settings.update', { patch: { theme: 'dark' } });
  return { conversationId: sent.conversationId, image, removedId: removed.conversationId };
}

const completeReplies = (app: TestCore): number =>
  app.events.filter(
    (one) =>
      one.type === 'message.changed' && one.message.status === 'complete' && one.message.role === 'assistant',
  ).length;

async function makeImage(app: TestCore): Promise<void> {
  const id = randomUUID();
  await app.tell('jobs.create', {
    id,
    modality: 'image',
    model: 'sandbox/aurora',
    prompt: 'A harbour',
    parameters: { size: '512x512' },
    extra: {},
  });
  await app.until(() => {
    const job = app.events.findLast((one) => one.type === 'job.changed' && one.job.id === id);
    return job?.type === 'job.changed' && job.job.status === 'completed';
  });
}

/** All rows that an archive contains, without those specific to this computer. */
export function contents(home: string): Record<string, unknown[]> {
  const database = openDatabase(join(home, 'gatehouse.db'), { readonly: true });
  try {
    const ids = database
      .all<{ id: string }>('SELECT id FROM conversations WHERE removed_at IS NOT NULL')
      .map(({ id }) => id);
    const isShown = (name: string) => (row: Record<string, SqlValue>) =>
      (row.removed_at == null && !ids.includes(String(row.conversation_id ?? ''))) || name === 'ledger';
    // On another computer a message has another number, and so has a file.
    const messages = new Map(
      database
        .all<{ seq: number; id: string; conversation_id: string }>(
          'SELECT seq, id, conversation_id FROM messages',
        )
        .map((row) => [row.seq, row]),
    );
    const ofMessage = (row: Record<string, SqlValue>) => {
      const message = messages.get(Number(row.message_seq));
      return { ...row, message_seq: message?.id ?? null, conversation_id: message?.conversation_id ?? null };
    };
    const files = new Map(
      database.all<{ seq: number; id: string }>('SELECT seq, id FROM files').map(({ seq, id }) => [seq, id]),
    );
    const withFile = ({ file_seq: file, ...row }: Record<string, SqlValue>): Record<string, SqlValue> =>
      file === undefined ? row : { ...row, file: files.get(Number(file)) ?? null };
    const rowsOf = (name: string) => {
      const rows = database.all<Record<string, SqlValue>>(`SELECT * FROM "${name}"`).map(withFile);
      return name === 'message_parts' ? rows.map(ofMessage) : rows;
    };
    return Object.fromEntries(
      ownTables(database).map(({ name, serial }) => {
        if (name === 'catalogues') return [name, []];
        const rows = rowsOf(name).filter(isShown(name));
        const own = rows.filter(({ operation }) => operation !== 'models.list');
        return [name, own.map((row) => comparable(name, serial, row)).sort(inTextOrder)];
      }),
    );
  } finally {
    database.close();
  }
}

const inTextOrder = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const ofThisComputer: Readonly<Record<string, readonly string[]>> = {
  media: ['folder'],
  // The number inside, and what the search fills in when there is time.
  conversations: ['seq', 'search_title'],
  jobs: ['destination'],
  ledger: ['is_checkpoint'],
};

function comparable(table: string, serial: string | null, row: Record<string, SqlValue>) {
  const left = new Set([serial, ...(ofThisComputer[table] ?? [])]);
  const kept = Object.entries(row).filter(([column]) => !left.has(column));
  return Object.fromEntries(
    kept.map(([column, value]) => [column, column === 'file_facts' ? facts(value) : value]),
  );
}

/** Without the version of this app's reading: facts that came from elsewhere are read again. */
function facts(value: SqlValue | undefined) {
  if (typeof value !== 'string') return {};
  const { version: _version, ...others } = JSON.parse(value);
  return others;
}

export const filesUnder = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort()
    : [];

/**
 * Rows and files of an app, to be compared; not the files of its databases and backups, and not what is handed over.
 */
export const stateOf = (home: string) => ({
  rows: contents(home),
  files: filesUnder(home).filter(
    (name) => !/^(gatehouse\.db|lock\.db|database-open|in-use\.json|backups|exports|imports)/.test(name),
  ),
});

export const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const tablePath = (table: string) => `tables/${table}.ndjson`;

export const readTable = (entries: Unzipped, table: string): JsonRow[] =>
  Buffer.from(entries[tablePath(table)] ?? [])
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const manifestOf = (entries: Unzipped): ArchiveManifest =>
  JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString());

/** An archive with changed entries and a matching manifest. */
export function forged(
  good: Unzipped,
  change: (entries: Zippable, manifest: ArchiveManifest) => void,
  level: 0 | 1 = 1,
): Uint8Array {
  const entries: Zippable = { ...good };
  const manifest = manifestOf(good);
  change(entries, manifest);
  const bytesOf = (path: string) => {
    const entry = entries[path];
    return (Array.isArray(entry) ? entry[0] : entry) as Uint8Array | undefined;
  };
  const describe = (path: string, listed: { bytes: number; sha256: string }) => {
    const bytes = bytesOf(path);
    if (bytes !== undefined) Object.assign(listed, { bytes: bytes.length, sha256: digest(bytes) });
    return bytes;
  };
  for (const table of manifest.tables) {
    const bytes = describe(tablePath(table.name), table);
    if (bytes !== undefined) table.rows = Buffer.from(bytes).toString().split('\n').filter(Boolean).length;
  }
  for (const file of manifest.files) describe(file.path, file);
  if (entries['manifest.json'] === good['manifest.json'])
    entries['manifest.json'] = Buffer.from(JSON.stringify(manifest));
  return zipSync(entries, { level });
}

/** With the rows of one table changed; a table the archive lacks is added. */
export const withRows = (good: Unzipped, table: string, change: (rows: JsonRow[]) => readonly object[]) =>
  withLines(
    good,
    table,
    change(readTable(good, table)).map((row) => JSON.stringify(row)),
  );

export const withLines = (good: Unzipped, table: string, lines: readonly string[], level?: 0 | 1) =>
  forged(
    good,
    (entries, manifest) => {
      entries[tablePath(table)] = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      if (!manifest.tables.some(({ name }) => name === table))
        manifest.tables.push({ name: table, rows: 0, bytes: 0, sha256: '' });
    },
    level,
  );

/** With the first row of one table changed. */
export const withRow = (good: Unzipped, table: string, change: (row: JsonRow) => object) =>
  withRows(good, table, ([first = {}, ...rest]) => [change(first), ...rest]);

export const unzipped = (bytes: Uint8Array): Unzipped => unzipSync(bytes);
