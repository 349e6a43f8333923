/** Adapts a checked row to this computer: no key is there, files lie elsewhere, and nothing is running. */
import { join, parse } from 'node:path';
import { rawPartTypes } from '../../../shared/chat/parts';
import { safeFileName } from '../../../shared/media/file-name';
import { defaultFileNameTemplate } from '../../../shared/media/media';
import { SANDBOX_PROFILE_ID } from '../../../shared/profiles/sandbox-profile';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { withoutLoop } from '../../../shared/run/without-loop';
import { JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import type { SqlValue } from '../db/driver';
import { toStoredId } from '../db/ids';
import { readPlaces } from '../db/result-places';
import { joinInside } from '../media/inside';
import { adaptSetting } from './adapt-setting';
import { asEnded } from './ended';
import type { RestoreContext } from './restore-context';
import { MAX_LINE_BYTES } from './stage-table';
import type { Row } from './tables';

/** `null` leaves the row out. */
type Adapt = (row: Row, context: RestoreContext) => Row | null;

const adapters: Readonly<Record<string, Adapt>> = {
  settings: adaptSetting,
  profiles: (row) => (row.id === SANDBOX_PROFILE_ID ? null : { ...row, key_stored: 0 }),
  // What the next request here starts with is decided here, also where nothing was decided yet.
  presets: (row) => ({ ...row, is_default: 0 }),
  messages: adaptMessage,
  message_parts: adaptPart,
  // Nothing is attached to messages that already existed.
  message_media: (row, { isAdded }) => (isAdded('messages', row.message_id) ? row : null),
  jobs: adaptJob,
  media: adaptMedia,
  files: adaptFile,
  file_uses: adaptUse,
  batch_rows: adaptBatchRow,
  batch_jobs: (row, context) => (owns(context, 'jobs', row.job_id) ? row : null),
  experiment_cells: adaptCell,
  experiment_jobs: (row, context) => (owns(context, 'jobs', row.job_id) ? row : null),
  comparison_columns: (row, context) => ({
    ...row,
    conversation_id: onlyOwn(context, 'conversations', row.conversation_id),
  }),
  comparison_runs: adaptRun,
};

export function adaptRow(table: string, row: Row, context: RestoreContext): Row | null {
  const ended = asEnded(table, row, context.now);
  const adapt = adapters[table];
  const adapted = adapt === undefined ? ended : adapt(ended, context);
  return adapted && withoutPermission(table, adapted);
}

/** Tools are answered, and credits spent, without a person only where that was allowed here. */
function withoutPermission(table: string, row: Row): Row {
  const column = runSettingsIn[table];
  const json = column === undefined ? undefined : row[column];
  if (column === undefined || typeof json !== 'string') return row;
  const { run, settings, ...value } = JSON.parse(json) as Kept;
  const rest = {
    ...withoutLoop(value),
    // Those of a column or a preset are one level down.
    ...(run && { run: withoutLoop(run) }),
    ...(settings && { settings: withoutLoop(settings) }),
  };
  return { ...row, [column]: JSON.stringify(rest) };
}

/** The column of each table that holds settings of a run. */
const runSettingsIn: Readonly<Record<string, string>> = {
  conversations: 'settings',
  asked_settings: 'settings',
  queued_messages: 'settings',
  batches: 'settings',
  experiment_variants: 'settings',
  experiment_judgements: 'settings',
  comparison_columns: 'settings',
  presets: 'content',
};

type Kept = RunSettings & { readonly run?: RunSettings; readonly settings?: RunSettings };

/**
 * True for what came with this archive, or with an earlier one, or was deleted since: never a chat or job created here.
 */
function owns({ isAdded, database }: RestoreContext, table: string, id: SqlValue | undefined): boolean {
  if (isAdded(table, id)) return true;
  const owned =
    table === 'messages'
      ? 'SELECT c.owner_kind AS kind FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq WHERE m.id = ?'
      : `SELECT owner_kind AS kind FROM ${table === 'jobs' ? 'jobs' : 'conversations'} WHERE id = ?`;
  const found = database.get<{ kind: string | null }>(
    owned,
    table === 'messages' ? toStoredId(String(id)) : (id ?? null),
  );
  return found !== undefined && found.kind !== null;
}

const onlyOwn = (context: RestoreContext, table: string, id: SqlValue | undefined): SqlValue =>
  id != null && owns(context, table, id) ? id : null;

/** Archives of earlier versions hold runs of comparisons that were deleted shortly before, without their columns. */
function adaptRun(row: Row, context: RestoreContext): Row | null {
  const isOfCall = owns(context, 'jobs', row.call_id) || owns(context, 'messages', row.call_id);
  return isOfCall && context.isAdded('comparison_columns', row.column_id) ? row : null;
}

/**
 * A parent must come before its children and be in the same chat. Any other parent is read as none, so no cycle can
 * form.
 */
function adaptMessage(row: Row, { database }: RestoreContext): Row {
  const query =
    'SELECT 1 FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq WHERE m.id = ? AND c.id = ?';
  const parent = row.parent_id ?? null;
  const isThere =
    parent !== null &&
    parent !== row.id &&
    database.get(query, toStoredId(String(parent)), row.conversation_id ?? null) !== undefined;
  return { ...row, parent_id: isThere ? parent : null };
}

/** JSON that nobody should parse, too deep or damaged, is kept as the text that it is. */
function adaptPart(row: Row): Row {
  const content = String(row.content ?? '');
  const isJson = (rawPartTypes as readonly SqlValue[]).includes(row.type ?? null);
  return isJson && !isBounded(content) ? { ...row, content: JSON.stringify(content) } : row;
}

function isBounded(json: string): boolean {
  try {
    parseBoundedJson(json, { maxCharacters: MAX_LINE_BYTES });
    return true;
  } catch (cause) {
    if (cause instanceof JsonRefusal) return false;
    throw cause;
  }
}

function adaptJob(row: Row, { mediaFolder }: RestoreContext): Row {
  const { fileNameTemplate } = JSON.parse(String(row.destination ?? '{}')) as { fileNameTemplate?: string };
  // What another computer kept on its disk can't be fetched from here.
  const isKept = readPlaces(String(row.output_urls ?? '')).some(({ kind }) => kind === 'kept');
  const isFar = row.status !== 'completed' && isKept;
  return {
    ...row,
    destination: JSON.stringify({
      folder: mediaFolder,
      fileNameTemplate: fileNameTemplate?.trim() || defaultFileNameTemplate,
    }),
    has_result: isFar ? 0 : (row.has_result ?? 0),
  };
}

/** A file that is not in the archive gets a path in a folder that is never created, so no other file has that path. */
const noFolder = (home: string, id: string): string => joinInside(join(home, 'not-in-archive'), id);

function adaptMedia(row: Row, context: RestoreContext): Row {
  const { home, placed, thumbnails, database, isAdded } = context;
  const id = String(row.id);
  const file = placed.get(id);
  const job = row.job_id ?? null;
  // Results of a job that was here before belong to that job.
  const isFree = isAdded('jobs', job) || database.get('SELECT 1 FROM jobs WHERE id = ?', job) === undefined;
  const where: Row =
    file === undefined
      ? { folder: noFolder(home, id), file_name: harmless(String(row.file_name)), is_missing: 1 }
      : {
          folder: file.folder,
          file_name: file.fileName,
          is_missing: 0,
          kind: file.kind,
          content_type: file.contentType,
          bytes: file.bytes,
        };
  return { ...row, ...where, job_id: isFree ? job : id, has_thumbnail: Number(thumbnails.has(id)) };
}

/** A file name that leads out of the folder would be served from there. */
function harmless(name: string): string {
  const { base } = parse(name.split(/[\\/]/).at(-1) ?? '');
  const extension = /\.([a-z0-9]{1,8})$/i.exec(base)?.[1] ?? 'bin';
  return safeFileName(base, extension.toLowerCase());
}

function adaptFile(row: Row, { stored, thumbnails }: RestoreContext): Row {
  const { contentType, ...here } = stored.get(String(row.id)) ?? {};
  const described: Row = contentType === undefined ? {} : { ...here, content_type: contentType };
  return { ...row, ...described, has_thumbnail: Number(thumbnails.has(String(row.id))) };
}

/** Of imported drafts; files of messages are their parts. */
function adaptUse(row: Row, { isFresh, isAdded }: RestoreContext): Row | null {
  const { owner_kind: kind, owner_id: owner } = row;
  if (kind !== 'draft') return null;
  return (owner === 'new' ? isFresh : isAdded('conversations', owner)) ? row : null;
}

function adaptBatchRow(row: Row, context: RestoreContext): Row {
  return {
    ...row,
    conversation_id: onlyOwn(context, 'conversations', row.conversation_id),
    reply_id: onlyOwn(context, 'messages', row.reply_id),
    job_id: onlyOwn(context, 'jobs', row.job_id),
  };
}

function adaptCell(row: Row, context: RestoreContext): Row {
  return {
    ...row,
    reply_id: onlyOwn(context, 'messages', row.reply_id),
    job_id: onlyOwn(context, 'jobs', row.job_id),
  };
}
