/** The parts of a message as rows, by the number of the message's row; outside they have ids. */
import { mediaPartTypes, type Part, type PartType, textOf, textPartTypes } from '../../../shared/chat/parts';
import {
  type Passage,
  passagesOf,
  type SearchedPart,
  unsearchedTypes,
} from '../../../shared/chat/searched-text';
import { partIdOf, type WrittenPart } from '../../../shared/chat/written-parts';
import type { FileWay } from '../../../shared/media/documents';
import type { Database, SqlValue } from './driver';
import { FILE_COLUMNS, type FileRow, MARK_USED, toFile } from './file-store';
import { toStoredId } from './ids';
import { jobById } from './job-store';

interface Row {
  number: number;
  type: PartType;
  content: string;
  job_id: string | null;
  way: FileWay | null;
  message_seq: number;
}

/** With the columns of its file, which are empty where it has none. */
type PartRow = Row & (FileRow | { readonly id: null });

const isText = (type: PartType) => (textPartTypes as readonly PartType[]).includes(type);
const isMedia = (type: PartType) => (mediaPartTypes as readonly PartType[]).includes(type);

/** Whether the message `m` holds stored files. */
export const HAS_FILES =
  'EXISTS (SELECT 1 FROM message_parts f WHERE f.message_seq = m.seq AND f.file_seq IS NOT NULL)';

const SELECT = `SELECT p.message_seq, p.number, p.type, p.content, p.job_id, p.way, ${FILE_COLUMNS}
  FROM message_parts p LEFT JOIN files f ON f.seq = p.file_seq
  WHERE p.message_seq IN (SELECT value FROM json_each(?)) ORDER BY p.message_seq, p.position, p.number`;

interface MessageKey {
  readonly seq: number;
  readonly id: string;
}

/** Of several messages with one query: a branch that is sent may have thousands. @returns them by message */
export function readParts(
  database: Database,
  messages: readonly MessageKey[],
): ReadonlyMap<number, readonly Part[]> {
  const ids = new Map(messages.map(({ seq, id }) => [seq, id]));
  const found = new Map<number, Part[]>(messages.map(({ seq }) => [seq, []]));
  for (const row of database.all<PartRow>(SELECT, JSON.stringify([...ids.keys()]))) {
    const id = partIdOf(ids.get(row.message_seq) ?? '', row.number);
    found.get(row.message_seq)?.push(readPart(database, row, id));
  }
  return found;
}

function readPart(database: Database, row: PartRow, id: string): Part {
  const { type, content } = row;
  if (isText(type)) return { id, type, text: content } as Part;
  if (row.id !== null)
    return { id, type, file: { ...toFile(row), name: content, ...(row.way && { way: row.way }) } } as Part;
  const job = row.job_id === null ? undefined : jobById(database, row.job_id);
  if (job !== undefined) return { id, type, job } as Part;
  // What it referred to is gone: its type and its name are what is left.
  if (isMedia(type)) return { id, type: 'unknown', raw: { type, name: content } };
  return { id, type, raw: parsed(content) } as Part;
}

/** A damaged row is shown as what is left of it. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** More than any text has, and within what SQL takes as a length. */
const MOST_CHARACTERS = 1_000_000_000;

/**
 * The text alone, for the search and for lists.
 * @param most characters of it
 */
export function textOfMessage(database: Database, seq: number, most = MOST_CHARACTERS): string {
  const query = `SELECT type, substr(content, 1, ?) AS text FROM message_parts
    WHERE message_seq = ? ORDER BY position, number`;
  return textOf(database.all<{ type: PartType; text: string }>(query, most, seq)).slice(0, most);
}

const SEARCHED = `SELECT number, type, content FROM message_parts
  WHERE message_seq = ? AND type NOT IN ('${unsearchedTypes.join("', '")}') ORDER BY position, number`;

/** All that a search finds in a message. @param messageId makes the ids of its parts */
export function passagesOfMessage(database: Database, seq: number, messageId: string): readonly Passage[] {
  const rows = database.all<Pick<Row, 'number' | 'type' | 'content'>>(SEARCHED, seq);
  return passagesOf(
    rows.map(({ number, type, content }): SearchedPart => {
      const id = partIdOf(messageId, number);
      if (isText(type)) return { id, type, text: content };
      return isMedia(type) ? { id, type, name: content } : { id, type, raw: parsed(content) };
    }),
  );
}

type Columns = readonly [type: PartType, content: string, fileId: SqlValue, jobId: SqlValue, way: SqlValue];

function columnsOf(part: WrittenPart): Columns {
  if ('text' in part) return [part.type, part.text, null, null, null];
  if ('file' in part) return [part.type, part.file.name, part.file.id, null, part.file.way ?? null];
  if ('jobId' in part) return [part.type, '', null, part.jobId, null];
  return [part.type, JSON.stringify(part.raw), null, null, null];
}

/** Leaves out files that were deleted, and writes only rows that changed. */
const PUT = `INSERT INTO message_parts (message_seq, number, position, type, content, file_seq, job_id, way)
    SELECT ?1, ?2, ?3, ?4, ?5, f.seq, ?7, ?8 FROM (SELECT 1) LEFT JOIN files f ON f.id = ?6 WHERE ?6 IS NULL OR f.seq IS NOT NULL
  ON CONFLICT (message_seq, number) DO UPDATE SET position = excluded.position, type = excluded.type,
    content = excluded.content, file_seq = excluded.file_seq, job_id = excluded.job_id, way = excluded.way
  WHERE content IS NOT excluded.content OR position IS NOT excluded.position OR type IS NOT excluded.type
    OR file_seq IS NOT excluded.file_seq OR job_id IS NOT excluded.job_id OR way IS NOT excluded.way`;

/**
 * Makes these the parts of the message. What came with a reply stays also where it is not among them: another attempt
 * brought it, and it was paid for.
 */
export function writeParts(database: Database, seq: number, parts: readonly WrittenPart[]): void {
  const numbers = JSON.stringify(parts.map(({ number }) => number));
  const jobs = JSON.stringify(parts.flatMap((part) => ('jobId' in part ? [part.jobId] : [])));
  database.run(
    `DELETE FROM message_parts WHERE message_seq = ?1 AND number NOT IN (SELECT value FROM json_each(?2))
       AND (job_id IS NULL OR job_id IN (SELECT value FROM json_each(?3)))`,
    seq,
    numbers,
    jobs,
  );
  addParts(database, seq, parts);
}

/** Of a message that has none yet. */
export function addParts(database: Database, seq: number, parts: readonly WrittenPart[]): void {
  for (const [position, part] of parts.entries()) {
    database.run(PUT, seq, part.number, position + 1, ...columnsOf(part));
    if ('file' in part) database.run(MARK_USED, part.file.id);
  }
}

/** Adds what came with a reply behind its other parts, and to the copies that were made of it meanwhile; once. */
export function addResult(
  database: Database,
  messageId: string,
  { type, jobId }: { readonly type: PartType; readonly jobId: string },
): void {
  database.run(
    `INSERT INTO message_parts (message_seq, number, position, type, job_id)
       SELECT m.seq, coalesce(max(p.number), 0) + 1, coalesce(max(p.position), 0) + 1, ?2, ?3
       FROM message_rows m LEFT JOIN message_parts p ON p.message_seq = m.seq
       WHERE (m.id = ?1 OR m.seq IN (SELECT message_seq FROM shared_media_rows WHERE of_message_id = ?1))
         AND NOT EXISTS (SELECT 1 FROM message_parts WHERE message_seq = m.seq AND job_id = ?3)
       GROUP BY m.seq`,
    toStoredId(messageId),
    type,
    jobId,
  );
}
