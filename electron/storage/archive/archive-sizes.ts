import type { ArchiveSizes } from '../../../shared/archive';
import type { Database } from '../db/driver';
import { fileTravels } from './traveling-files';

/** How much there is to export, according to the database. */
export function archiveSizes(database: Database): ArchiveSizes {
  const one = (sql: string) => database.get<{ n: number }>(sql)?.n ?? 0;
  return {
    conversations: one('SELECT count(*) AS n FROM conversations WHERE removed_at IS NULL'),
    // Those of a deleted chat are hidden with it, and stay unmarked.
    messages: one(
      `SELECT count(*) AS n FROM messages m JOIN conversations c ON c.id = m.conversation_id
       WHERE m.removed_at IS NULL AND c.removed_at IS NULL`,
    ),
    mediaFiles: one('SELECT count(*) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0'),
    mediaBytes: one(
      'SELECT coalesce(sum(bytes), 0) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0',
    ),
    attachmentBytes: one(`SELECT coalesce(sum(bytes), 0) AS n FROM files t WHERE ${fileTravels}`),
  };
}
