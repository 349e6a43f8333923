import type { Migration } from '../migrate';

export const chatsLedgerProfiles: Migration = {
  version: 1,
  name: 'chats, ledger, profiles',
  sql: `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE profiles (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    key_stored INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE catalogues (profile_id TEXT PRIMARY KEY, refreshed_at INTEGER NOT NULL, models TEXT NOT NULL) STRICT;

  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    leaf_id TEXT,
    model TEXT,
    settings TEXT NOT NULL
  ) STRICT;
  CREATE INDEX conversations_by_update ON conversations (updated_at DESC, id DESC);

  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT,
    role TEXT NOT NULL,
    text TEXT NOT NULL,
    reasoning TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL,
    model TEXT,
    profile_id TEXT,
    idempotency_key TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    finish_reason TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    first_token_ms REAL,
    total_ms REAL,
    request_id TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, seq);
  CREATE INDEX messages_streaming ON messages (conversation_id) WHERE status = 'streaming';

  -- Append-only: what was paid stays on record, also when the chat it was paid for is deleted.
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    profile_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    model TEXT,
    used INTEGER,
    remaining INTEGER,
    outcome TEXT NOT NULL,
    status_code INTEGER,
    request_id TEXT,
    idempotency_key TEXT,
    conversation_id TEXT,
    message_id TEXT,
    job_id TEXT
  ) STRICT;
  CREATE INDEX ledger_by_profile ON ledger (profile_id, id);
  CREATE INDEX ledger_by_conversation ON ledger (conversation_id) WHERE conversation_id IS NOT NULL;
  CREATE INDEX ledger_by_message ON ledger (message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX ledger_by_job ON ledger (job_id) WHERE job_id IS NOT NULL;
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  `,
};
