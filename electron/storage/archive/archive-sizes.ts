import type { ArchiveSizes } from '../../../shared/archive';
import type { Database } from '../db/driver';

/** How much there is to export, according to the database. */
export function archiveSizes(database: Database): ArchiveSizes {
  const one = (sql: string) => database.get<{ n: number }>(sql)?.n ?? 0;
  return {
    conversations: one('SELECT count(*) AS n FROM conversations WHERE removed_at IS NULL'),
    messages: one('SELECT count(*) AS n FROM messages WHERE removed_at IS NULL'),
    mediaFiles: one('SELECT count(*) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0'),
    mediaBytes: one(
      'SELECT coalesce(sum(bytes), 0) AS n FROM media WHERE removed_at IS NULL AND is_missing = 0',
    ),
    attachmentBytes: one('SELECT coalesce(sum(bytes), 0) AS n FROM files'),
  };
}
