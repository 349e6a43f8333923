/**
 * How ids are stored. Outside, an id is a text; inside, a UUID is its 16 bytes, in less than half of its letters. Any
 * other text stays as it is: ids come from archives too, and each must go out as it came in.
 *
 * Migrations use these terms, so what they mean never changes.
 */
import type { Database } from './driver';

/** As `randomUUID` writes it. The same in capitals is another id, and stays a text. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_GLOB = [8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-');

export type StoredId = string | Uint8Array;

export const toStoredId = (id: string): StoredId =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;

export function toOuterId(stored: StoredId): string {
  if (typeof stored === 'string') return stored;
  const hex = Buffer.from(stored).toString('hex');
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([from, to]) => hex.slice(from, to)).join('-');
}

/** What {@link toStoredId} makes, of an SQL expression; `NULL` stays so. */
export const storedId = (id: string): string =>
  `CASE WHEN ${id} GLOB '${UUID_GLOB}' THEN unhex(${id}, '-') ELSE ${id} END`;

/** What {@link toOuterId} makes, of an SQL expression. */
export const outerId = (stored: string): string =>
  `CASE typeof(${stored}) WHEN 'blob' THEN lower(${[
    [1, 4],
    [5, 2],
    [7, 2],
    [9, 2],
    [11, 6],
  ]
    .map(([from, bytes]) => `hex(substr(${stored}, ${from}, ${bytes}))`)
    .join(" || '-' || ")}) ELSE ${stored} END`;

/** The number of a chat. @param id an SQL expression of its id outside */
export const seqOfChat = (id: string): string => `(SELECT seq FROM conversations WHERE id = ${id})`;

// Names that many rows have: of models, profiles, operations, and of the chats that calls were made for. Each is
// stored once, and rows have its number. A name stays when its last row is gone.

/** The number of a name; `NULL` where no row ever had it. @param name an SQL expression */
export const seqOfName = (name: string): string => `(SELECT seq FROM names WHERE name = ${name})`;

/** The name of a number. @param seq an SQL expression */
export const nameOf = (seq: string): string => `(SELECT name FROM names WHERE seq = ${seq})`;

/** Makes sure that {@link seqOfName} finds each of them. */
export function addNames(database: Database, ...names: readonly (string | null)[]): void {
  // One that is there already, and one that is none, is passed over.
  database.run(`INSERT OR IGNORE INTO names (name) VALUES ${names.map(() => '(?)').join(', ')}`, ...names);
}
