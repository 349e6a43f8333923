import type { Migration } from '../migrate';

export const attachments: Migration = {
  version: 9,
  name: 'attached images',
  sql: `
  -- One row and one file for an image, named by the SHA-256 of its bytes.
  CREATE TABLE attachments (
    id TEXT PRIMARY KEY,
    content_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    has_thumbnail INTEGER NOT NULL DEFAULT 0,
    -- One that was never used may still be in a window; one whose last use is gone is done with.
    was_used INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE attachment_uses (
    owner_kind TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    attachment_id TEXT NOT NULL REFERENCES attachments (id),
    name TEXT NOT NULL,
    PRIMARY KEY (owner_kind, owner_id, position)
  ) STRICT;
  CREATE INDEX attachment_uses_by_attachment ON attachment_uses (attachment_id);

  CREATE TRIGGER message_attachments_removed AFTER DELETE ON messages BEGIN
    DELETE FROM attachment_uses WHERE owner_kind = 'message' AND owner_id = old.id;
  END;
  CREATE TRIGGER queued_attachments_removed AFTER DELETE ON queued_messages BEGIN
    DELETE FROM attachment_uses WHERE owner_kind = 'queued' AND owner_id = old.id;
  END;
  CREATE TRIGGER draft_attachments_removed AFTER DELETE ON conversations BEGIN
    DELETE FROM attachment_uses WHERE owner_kind = 'draft' AND owner_id = old.id;
  END;
  `,
};
