import type { Attachment, AttachmentRef } from '../../../shared/attachments';
import type { AttachmentOwner, AttachmentStore, StoredImage } from '../../core/ports/attachments';
import type { Database } from './driver';
import { readJson } from './json-column';

interface Row {
  id: string;
  content_type: string;
  bytes: number;
  width: number;
  height: number;
  has_thumbnail: number;
}

/** The images of one owner as JSON, inside another query; `owner` is an SQL expression. */
export const attachmentsJson = (kind: AttachmentOwner['kind'], owner: string): string =>
  `(SELECT json_group_array(json_object('id', a.id, 'name', u.name, 'contentType', a.content_type, 'bytes', a.bytes,
      'width', a.width, 'height', a.height, 'hasThumbnail', json(iif(a.has_thumbnail, 'true', 'false')))
      ORDER BY u.position)
    FROM attachment_uses u JOIN attachments a ON a.id = u.attachment_id
    WHERE u.owner_kind = '${kind}' AND u.owner_id = ${owner})`;

/**
 * Which images there are and who uses them. A trigger removes the use when a message, queued message or chat is
 * deleted.
 */
export function createAttachmentStore(database: Database): AttachmentStore {
  return {
    get(id) {
      const row = database.get<Row>('SELECT * FROM attachments WHERE id = ?', id);
      return row && toImage(row);
    },
    put({ id, contentType, bytes, width, height, hasThumbnail }, createdAt) {
      database.run(
        `INSERT INTO attachments (id, content_type, bytes, width, height, has_thumbnail, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET has_thumbnail = excluded.has_thumbnail`,
        ...[id, contentType, bytes, width, height, Number(hasThumbnail), createdAt],
      );
    },
    setUses: (owner, refs) => setUses(database, owner, refs),
    usesOf({ kind, id }) {
      const row = database.get<{ uses: string }>(`SELECT ${attachmentsJson(kind, '?')} AS uses`, id);
      return readJson<readonly Attachment[]>(row?.uses, []);
    },
    takeUnused: (addedBefore, release) => takeUnused(database, addedBefore, release),
  };
}

export function setUses(
  database: Database,
  { kind, id }: AttachmentOwner,
  refs: readonly AttachmentRef[],
): void {
  database.transaction(() => {
    database.run('DELETE FROM attachment_uses WHERE owner_kind = ? AND owner_id = ?', kind, id);
    for (const [position, ref] of refs.entries()) {
      database.run(
        // A deleted image is left out: a draft may be older than its images.
        `INSERT INTO attachment_uses (owner_kind, owner_id, position, attachment_id, name)
           SELECT ?, ?, ?, id, ? FROM attachments WHERE id = ?`,
        ...[kind, id, position, ref.name, ref.id],
      );
      database.run('UPDATE attachments SET was_used = 1 WHERE id = ? AND was_used = 0', ref.id);
    }
  });
}

function takeUnused(database: Database, addedBefore: number, release: (id: string) => void): void {
  const rows = database.all<{ id: string }>(
    `SELECT id FROM attachments WHERE (was_used = 1 OR created_at < ?)
       AND NOT EXISTS (SELECT 1 FROM attachment_uses WHERE attachment_id = attachments.id)
       AND NOT EXISTS (SELECT 1 FROM message_parts WHERE file_id = attachments.id)`,
    addedBefore,
  );
  for (const { id } of rows) {
    database.transaction(() => {
      database.run('DELETE FROM attachments WHERE id = ?', id);
      release(id);
    });
  }
}

function toImage(row: Row): StoredImage {
  const { id, bytes, width, height } = row;
  return { id, contentType: row.content_type, bytes, width, height, hasThumbnail: row.has_thumbnail === 1 };
}
