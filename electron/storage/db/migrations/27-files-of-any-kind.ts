import type { Migration } from '../migrate';

/**
 * Attached images become files of any kind, whose rows have numbers inside and the hash of their bytes outside. Parts of
 * messages refer to them; drafts and queued messages, which have no parts, have a row for each use.
 */
export const filesOfAnyKind: Migration = {
  version: 27,
  name: 'files of any kind',
  sql: `
  CREATE TABLE files (
    seq INTEGER PRIMARY KEY,
    -- The SHA-256 of its bytes, which names the file on the disk.
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    -- JSON of what else its bytes say, such as its duration.
    facts TEXT NOT NULL DEFAULT '{}',
    has_thumbnail INTEGER NOT NULL DEFAULT 0,
    -- One that was never used may still be in a window; one whose last use is gone is done with.
    was_used INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO files (id, kind, content_type, bytes, width, height, has_thumbnail, was_used, created_at)
    SELECT id, 'image', content_type, bytes, width, height, has_thumbnail, was_used, created_at
    FROM attachments ORDER BY created_at, id;

  CREATE TABLE file_uses (
    owner_kind TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    file_seq INTEGER NOT NULL REFERENCES files (seq),
    name TEXT NOT NULL,
    PRIMARY KEY (owner_kind, owner_id, position)
  ) STRICT;
  INSERT INTO file_uses (owner_kind, owner_id, position, file_seq, name)
    SELECT u.owner_kind, u.owner_id, u.position, f.seq, u.name
    FROM attachment_uses u JOIN files f ON f.id = u.attachment_id;
  CREATE INDEX file_uses_by_file ON file_uses (file_seq);

  DROP TRIGGER queued_attachments_removed;
  DROP TRIGGER draft_attachments_removed;
  CREATE TRIGGER queued_files_removed AFTER DELETE ON queued_messages BEGIN
    DELETE FROM file_uses WHERE owner_kind = 'queued' AND owner_id = old.id;
  END;
  CREATE TRIGGER draft_files_removed AFTER DELETE ON conversations BEGIN
    DELETE FROM file_uses WHERE owner_kind = 'draft' AND owner_id = old.id;
  END;

  -- Without its file a part still has its type and its name.
  ALTER TABLE message_parts ADD COLUMN file_seq INTEGER REFERENCES files (seq) ON DELETE SET NULL;
  UPDATE message_parts SET file_seq = (SELECT seq FROM files WHERE id = file_id) WHERE file_id IS NOT NULL;
  DROP INDEX message_parts_by_file;
  ALTER TABLE message_parts DROP COLUMN file_id;
  CREATE INDEX message_parts_by_file ON message_parts (file_seq) WHERE file_seq IS NOT NULL;

  DROP TABLE attachment_uses;
  DROP TABLE attachments;
  `,
};
