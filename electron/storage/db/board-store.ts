import type { Board } from '../../../shared/media/boards';
import type { BoardStore } from '../../core/ports/boards';
import type { Database } from './driver';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';

const BOARD = `SELECT b.id, b.name,
    (SELECT count(*) FROM board_media x JOIN media m ON m.seq = x.media_seq
      WHERE x.board_seq = b.seq AND m.removed_at IS NULL) AS count
  FROM boards b WHERE b.removed_at IS NULL`;

const SEQ_OF = '(SELECT seq FROM boards WHERE id = ?1)';

/** Which results are on which board; a result that is deleted for good leaves all of them. */
export function createBoardStore(database: Database): BoardStore {
  return {
    list: () => database.all<Board>(`${BOARD} ORDER BY b.name COLLATE NOCASE, b.seq`),
    get: (id) => database.get<Board>(`${BOARD} AND b.id = ?`, id),
    put(id, name, now) {
      database.run(
        `INSERT INTO boards (id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET name = ?2`,
        ...[id, name, now],
      );
    },
    setRemoved(id, at) {
      database.run('UPDATE boards SET removed_at = ? WHERE id = ?', at, id);
    },
    purgeRemoved() {
      database.run('DELETE FROM boards WHERE removed_at IS NOT NULL');
    },
    add(id, mediaIds, now) {
      database.run(
        `INSERT INTO board_media (board_seq, media_seq, added_at)
         SELECT ${SEQ_OF}, m.seq, ?3 FROM json_each(?2) j JOIN media m ON m.id = j.value
         WHERE true ON CONFLICT DO NOTHING`,
        ...[id, JSON.stringify(mediaIds), now],
      );
    },
    take(id, mediaIds) {
      database.run(
        `DELETE FROM board_media WHERE board_seq = ${SEQ_OF}
         AND media_seq IN (SELECT m.seq FROM json_each(?2) j JOIN media m ON m.id = j.value)`,
        ...[id, JSON.stringify(mediaIds)],
      );
    },
    countsOf: (mediaIds) =>
      database.all(
        `SELECT b.id, count(*) AS count FROM json_each(?) j JOIN media m ON m.id = j.value
         JOIN board_media x ON x.media_seq = m.seq JOIN boards b ON b.seq = x.board_seq
         WHERE b.removed_at IS NULL GROUP BY b.id`,
        JSON.stringify(mediaIds),
      ),
    items: (id) =>
      database
        .all<MediaRow>(
          `SELECT ${mediaColumns} FROM board_media x JOIN media m ON m.seq = x.media_seq
           WHERE x.board_seq = ${SEQ_OF} AND m.removed_at IS NULL ORDER BY x.added_at, m.seq`,
          id,
        )
        .map(toMediaItem),
  };
}
