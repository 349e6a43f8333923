import type { Migration } from '../migrate';

export const chatEdits: Migration = {
  version: 32,
  name: 'edits of chats',
  sql: `
  -- How a person made a message: edited, inserted, moved, copied. NULL where it came or was sent as it is.
  ALTER TABLE messages ADD COLUMN change TEXT;

  -- Each edit made a branch. Its messages may be deleted later; then it can no longer be undone.
  CREATE TABLE chat_edits (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    of_id TEXT,
    message_id TEXT,
    -- The first message of the new branch; NULL where that only ends earlier.
    made_id TEXT,
    made INTEGER NOT NULL,
    before_leaf_id TEXT,
    after_leaf_id TEXT,
    at INTEGER NOT NULL,
    undone_at INTEGER
  ) STRICT;
  CREATE INDEX chat_edits_of_chat ON chat_edits (conversation_id, seq);
  `,
};
