import type { TrashPage } from '../../../shared/media';
import type { Database } from './driver';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';

type TrashRow = MediaRow & { readonly removedAt: number };

/**
 * The deleted results, without those that are being deleted for good (`removed_at` is 0), what was deleted last first; of those deleted at once, the newest first.
 *
 * @param cursor `nextCursor` of the page before; `null` for the first
 */
export function trashPage(database: Database, cursor: string | null, limit: number): TrashPage {
  const [at, seq] = placeOf(cursor);
  const rows = database.all<TrashRow>(
    `SELECT ${mediaColumns}, m.removed_at AS removedAt FROM media m
     WHERE m.removed_at > 0 AND (m.removed_at, m.seq) < (?, ?)
     ORDER BY m.removed_at DESC, m.seq DESC LIMIT ?`,
    ...[at, seq, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const whole = database.get<{ total: number; bytes: number }>(
    'SELECT count(*) AS total, coalesce(sum(bytes), 0) AS bytes FROM media WHERE removed_at > 0',
  );
  return {
    trashed: shown.map((row) => ({ item: toMediaItem(row), removedAt: row.removedAt })),
    nextCursor: rows.length > limit && last ? `${last.removedAt}.${last.seq}` : null,
    total: whole?.total ?? 0,
    bytes: whole?.bytes ?? 0,
  };
}

/** From a text that any page could have sent: an invalid one means before everything. */
function placeOf(cursor: string | null): readonly [at: number, seq: number] {
  if (cursor === null) return [Number.MAX_SAFE_INTEGER, 0];
  const [at = 0, seq = 0] = cursor.split('.').map((part) => Number(part) || 0);
  return [at, seq];
}
