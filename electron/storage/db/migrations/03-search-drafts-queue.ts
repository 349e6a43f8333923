import type { Migration } from '../migrate';

export const searchDraftsQueue: Migration = {
  version: 3,
  name: 'search, drafts, queued messages, undo',
  sql: `
  ALTER TABLE conversations ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN is_unread INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN draft TEXT NOT NULL DEFAULT '';
  -- A title the person gave is never replaced by one the app makes.
  ALTER TABLE conversations ADD COLUMN is_named INTEGER NOT NULL DEFAULT 0;
  -- Set while a deletion can still be undone.
  ALTER TABLE conversations ADD COLUMN removed_at INTEGER;
  ALTER TABLE ledger ADD COLUMN total_ms REAL;
  CREATE INDEX ledger_by_time ON ledger (at);
  ALTER TABLE ledger ADD COLUMN is_checkpoint INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX ledger_checkpoints ON ledger (profile_id, id) WHERE is_checkpoint = 1;
  CREATE INDEX ledger_reconciled ON ledger (profile_id, id) WHERE outcome = 'reconciled';
  CREATE INDEX ledger_unknown ON ledger (profile_id, id) WHERE used IS NULL AND outcome <> 'refused';
  DROP INDEX conversations_by_update;
  CREATE INDEX conversations_by_update ON conversations (is_pinned DESC, updated_at DESC, id DESC)
    WHERE removed_at IS NULL;

  ALTER TABLE messages ADD COLUMN refusal TEXT;
  ALTER TABLE messages ADD COLUMN tool_calls TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE messages ADD COLUMN removed_at INTEGER;

  CREATE TABLE queued_messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    model TEXT NOT NULL,
    settings TEXT NOT NULL
  ) STRICT;

  -- A reply enters the index when it has ended: indexing it as it grows would cost its length at every save.
  CREATE VIRTUAL TABLE messages_text USING fts5 (
    text, content='messages', content_rowid='seq', tokenize="unicode61 remove_diacritics 2", prefix='2 3');
  INSERT INTO messages_text (rowid, text) SELECT seq, text FROM messages WHERE status <> 'streaming';
  CREATE TRIGGER messages_text_added AFTER INSERT ON messages WHEN new.status <> 'streaming' BEGIN
    INSERT INTO messages_text (rowid, text) VALUES (new.seq, new.text);
  END;
  CREATE TRIGGER messages_text_changed AFTER UPDATE OF text, status ON messages
    WHEN old.status <> 'streaming' OR new.status <> 'streaming' BEGIN
    INSERT INTO messages_text (messages_text, rowid, text)
      SELECT 'delete', old.seq, old.text WHERE old.status <> 'streaming';
    INSERT INTO messages_text (rowid, text) SELECT new.seq, new.text WHERE new.status <> 'streaming';
  END;
  CREATE TRIGGER messages_text_removed AFTER DELETE ON messages WHEN old.status <> 'streaming' BEGIN
    INSERT INTO messages_text (messages_text, rowid, text) VALUES ('delete', old.seq, old.text);
  END;
  `,
};
