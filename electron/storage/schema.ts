import type { Migration } from './migrate';

/**
 * Every change of the database's shape, oldest first. A migration that has shipped is never edited: the next one
 * mends it.
 */
export const migrations: readonly Migration[] = [
  {
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
  },
  {
    version: 2,
    name: 'jobs and media',
    sql: `
      CREATE TABLE jobs (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        modality TEXT NOT NULL,
        profile_id TEXT NOT NULL,
        model TEXT NOT NULL,
        prompt TEXT NOT NULL,
        parameters TEXT NOT NULL,
        extra TEXT NOT NULL,
        -- The place for its files, as it was set when the job was made.
        destination TEXT NOT NULL,
        status TEXT NOT NULL,
        remote_id TEXT,
        remote_status TEXT,
        progress REAL,
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        request_id TEXT,
        error TEXT,
        may_still_charge INTEGER NOT NULL DEFAULT 0,
        -- The gateway has made the result; what is left is to fetch and save it.
        has_result INTEGER NOT NULL DEFAULT 0,
        output_urls TEXT NOT NULL DEFAULT '[]',
        is_foreign INTEGER NOT NULL DEFAULT 0,
        is_dismissed INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX jobs_by_modality ON jobs (modality, seq);
      CREATE INDEX jobs_unfinished ON jobs (status)
        WHERE status IN ('waiting', 'submitting', 'queued', 'running', 'saving');
      CREATE INDEX jobs_on_show ON jobs (is_dismissed, seq);
      CREATE UNIQUE INDEX jobs_by_remote ON jobs (profile_id, remote_id) WHERE remote_id IS NOT NULL;

      CREATE TABLE job_parts (
        job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL,
        status TEXT NOT NULL,
        idempotency_key TEXT NOT NULL,
        error TEXT,
        PRIMARY KEY (job_id, position)
      ) STRICT;

      CREATE TABLE media (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        job_id TEXT NOT NULL,
        -- Which of the job's results it is: fetching again saves only what is not there yet.
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        modality TEXT NOT NULL,
        content_type TEXT NOT NULL,
        folder TEXT NOT NULL,
        file_name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        width INTEGER,
        height INTEGER,
        duration_ms REAL,
        model TEXT NOT NULL,
        prompt TEXT NOT NULL,
        parameters TEXT NOT NULL,
        extra TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        is_starred INTEGER NOT NULL DEFAULT 0,
        is_missing INTEGER NOT NULL DEFAULT 0,
        has_thumbnail INTEGER NOT NULL DEFAULT 0,
        -- Set while a deletion can still be undone.
        removed_at INTEGER,
        UNIQUE (job_id, position)
      ) STRICT;
      CREATE INDEX media_by_kind ON media (kind, seq);

      CREATE VIRTUAL TABLE media_text USING fts5 (
        prompt, model, file_name, content='media', content_rowid='seq', tokenize="unicode61 remove_diacritics 2");
      CREATE TRIGGER media_text_added AFTER INSERT ON media BEGIN
        INSERT INTO media_text (rowid, prompt, model, file_name) VALUES (new.seq, new.prompt, new.model, new.file_name);
      END;
      CREATE TRIGGER media_text_renamed AFTER UPDATE OF file_name ON media BEGIN
        INSERT INTO media_text (media_text, rowid, prompt, model, file_name)
          VALUES ('delete', old.seq, old.prompt, old.model, old.file_name);
        INSERT INTO media_text (rowid, prompt, model, file_name) VALUES (new.seq, new.prompt, new.model, new.file_name);
      END;
      CREATE TRIGGER media_text_removed AFTER DELETE ON media BEGIN
        INSERT INTO media_text (media_text, rowid, prompt, model, file_name)
          VALUES ('delete', old.seq, old.prompt, old.model, old.file_name);
      END;
    `,
  },
  {
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
  },
  {
    version: 4,
    name: 'what a hundred thousand messages need',
    sql: `
      -- At every start, what was deleted in the last run is looked for.
      CREATE INDEX messages_removed ON messages (removed_at) WHERE removed_at IS NOT NULL;
      CREATE INDEX conversations_removed ON conversations (removed_at) WHERE removed_at IS NOT NULL;
      -- Titles are searched newest first, up to as many as are asked for.
      CREATE INDEX conversations_by_title ON conversations (updated_at DESC, title, id) WHERE removed_at IS NULL;
      -- Limits of a day and a month are checked before every call.
      CREATE INDEX ledger_by_profile_time ON ledger (profile_id, at);
    `,
  },
];
