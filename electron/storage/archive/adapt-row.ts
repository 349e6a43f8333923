/** What a row means on another computer: no key is there, files lie elsewhere, and nothing is under way. */
import { parse } from 'node:path';
import { safeFileName } from '../../../shared/file-name';
import type { SqlValue } from '../driver';
import { foreign } from './damaged';
import type { Row } from './read-rows';

/** Where a file of the archive was put. */
export interface PlacedFile {
  readonly folder: string;
  readonly fileName: string;
  /** By its bytes. */
  readonly contentType: string;
}

export interface RestoreContext {
  readonly now: number;
  /** Nothing was said, made or paid here yet: settings come along too. */
  readonly isFresh: boolean;
  readonly mediaFolder: string;
  /** Of media whose files came along, by id. */
  readonly placed: ReadonlyMap<string, PlacedFile>;
  /** Ids whose small picture is there. */
  readonly thumbnails: ReadonlySet<string>;
  isKept(table: string, id: SqlValue): boolean;
  /** Messages that came so far. */
  readonly seenMessages: Set<SqlValue>;
}

/** `null` leaves the row out. */
type Adapt = (row: Row, context: RestoreContext) => Row | null;

const adapters: Readonly<Record<string, Adapt>> = {
  settings: adaptSetting,
  profiles: (row) => ({ ...row, key_stored: 0 }),
  messages: adaptMessage,
  jobs: adaptJob,
  job_parts: (row) => (isUnderWay(row) ? { ...row, status: 'interrupted' } : row),
  batches: (row) => (row.status === 'running' ? { ...row, status: 'paused' } : row),
  batch_rows: (row) => (row.status === 'running' ? { ...row, status: 'interrupted' } : row),
  media: adaptMedia,
  attachments: (row, { thumbnails }) => ({ ...row, has_thumbnail: Number(thumbnails.has(String(row.id))) }),
  attachment_uses: (row, { isFresh, isKept }) =>
    row.owner_kind === 'draft' &&
    (row.owner_id === 'new' ? !isFresh : isKept('conversations', row.owner_id ?? ''))
      ? null
      : row,
};

/** Columns that the app reads as JSON: what is none would fail much later, and somewhere else. */
const jsonColumns = new Set([
  ...['parameters', 'extra', 'destination', 'output_urls', 'tool_calls', 'error', 'settings', 'models'],
  ...['tags', 'last_values', 'columns', 'values', 'counts'],
]);

/** @throws AppError `invalid_input` for what is no row of ours. */
export function adaptRow(table: string, row: Row, context: RestoreContext): Row | null {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null)
      throw foreign(`a row of “${table}” holds no plain value`);
    if (column === 'id' && typeof value === 'string' && !/^[\w-]{1,100}$/.test(value))
      throw foreign(`a row of “${table}” has no id of ours`);
    if (jsonColumns.has(column) && typeof value === 'string' && !isJson(value))
      throw foreign(`a row of “${table}” cannot be read`);
  }
  return adapters[table]?.(row, context) ?? (table in adapters ? null : row);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A parent stands before its children: one that does not is taken for none, so that no ring can form. */
function adaptMessage(row: Row, { now, seenMessages }: RestoreContext): Row {
  const parent = row.parent_id ?? null;
  const linked = { ...row, parent_id: seenMessages.has(parent) ? parent : null };
  seenMessages.add(row.id ?? null);
  if (row.status !== 'streaming') return linked;
  return { ...linked, status: 'interrupted', finished_at: now, error: JSON.stringify(elsewhere()) };
}

/** The folder of another computer means nothing here; the settings of one in use are the person's own. */
function adaptSetting(row: Row, { isFresh }: RestoreContext): Row | null {
  if (!isFresh) return null;
  if (row.key !== 'app' || typeof row.value !== 'string') return row;
  if (!isJson(row.value)) throw foreign('its settings cannot be read');
  // Whom this computer's network is open to is decided here, never by a file.
  const here = { ...JSON.parse(row.value), mediaFolder: '', resultHosts: {} };
  return { ...row, value: JSON.stringify(here) };
}

const isUnderWay = ({ status }: Row): boolean =>
  ['waiting', 'submitting', 'queued', 'running', 'saving'].includes(String(status));

/** The other computer may be following it still, and asking again would be charged again. */
const elsewhere = () => ({
  code: 'interrupted',
  message: 'This was under way on another computer when the archive was made.',
  outcomeUnknown: true,
});

function adaptJob(row: Row, { now, mediaFolder }: RestoreContext): Row {
  const { fileNameTemplate } = JSON.parse(String(row.destination)) as { fileNameTemplate?: unknown };
  const here = { ...row, destination: JSON.stringify({ folder: mediaFolder, fileNameTemplate }) };
  if (!isUnderWay(row)) return here;
  return { ...here, status: 'interrupted', finished_at: now, error: JSON.stringify(elsewhere()) };
}

/** A name that leads out of the folder would be served from there. */
function harmless(name: SqlValue | undefined): string {
  const { base } = parse(String(name).split(/[\\/]/).at(-1) ?? '');
  const extension = /\.([a-z0-9]{1,8})$/i.exec(base)?.[1] ?? 'bin';
  return safeFileName(base, extension.toLowerCase());
}

function adaptMedia(row: Row, { mediaFolder, placed, thumbnails }: RestoreContext): Row {
  const id = String(row.id);
  const file = placed.get(id);
  const where: Row =
    file === undefined
      ? { ...row, folder: mediaFolder, file_name: harmless(row.file_name), is_missing: 1 }
      : {
          ...row,
          folder: file.folder,
          file_name: file.fileName,
          content_type: file.contentType,
          is_missing: 0,
        };
  return { ...where, has_thumbnail: Number(thumbnails.has(id)) };
}
