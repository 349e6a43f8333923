import { outerId, storedId } from '../ids';
import type { Migration } from '../migrate';
import {
  created,
  insideOf,
  insides,
  LEDGER,
  MESSAGES,
  namesIn,
  parentOf,
  REFUSED,
  viewOf,
} from './outside-views';

const MESSAGE_NOTED = `INSERT INTO messages_unindexed
      SELECT new.seq WHERE NOT EXISTS (SELECT 1 FROM messages_unindexed WHERE seq = new.seq)`;

/** Notes a message for the index of words, unless it is noted or still being written. */
const notedOf = (seq: string): string => `
    INSERT INTO messages_unindexed SELECT m.seq FROM message_rows m WHERE m.seq = ${seq} AND m.status <> 'streaming'
      AND NOT EXISTS (SELECT 1 FROM messages_unindexed WHERE seq = ${seq})`;

/** No message has the number 0, and what would belong to it is refused. */
const SEQ_OF_MESSAGE = `coalesce((SELECT seq FROM message_rows WHERE id = ${storedId('new.message_id')}), 0)`;

/**
 * Messages and calls get integer keys. Ids of 36 letters were most of what was stored beside the texts: each message had
 * four in its row and four in indexes, each call two and two, with the profile in five indexes.
 */
export const numbersInside: Migration = {
  version: 44,
  name: 'numbers inside',
  rebuildsTables: true,
  sql: `
  -- Of models, profiles, operations, and of the chats that calls were made for, which may be deleted.
  CREATE TABLE names (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  INSERT INTO names (name) SELECT name FROM (
    ${namesIn(MESSAGES, (outer) => `SELECT ${outer} AS name FROM messages`)}
    UNION SELECT profile_id FROM ledger UNION SELECT operation FROM ledger UNION SELECT model FROM ledger)
    WHERE name IS NOT NULL;
  INSERT INTO names (name) SELECT DISTINCT conversation_id FROM ledger
    WHERE conversation_id IS NOT NULL AND conversation_id NOT IN (SELECT name FROM names);

  -- Triggers that name a table would stop it from being renamed.
  DROP TRIGGER message_parts_words_added;
  DROP TRIGGER message_parts_words_changed;
  DROP TRIGGER message_parts_words_removed;
  DROP TRIGGER draft_files_removed;
  DROP TRIGGER conversations_retitled;

  CREATE TABLE conversations_numbered (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    leaf_id TEXT,
    model TEXT,
    settings TEXT NOT NULL,
    is_pinned INTEGER NOT NULL DEFAULT 0,
    is_unread INTEGER NOT NULL DEFAULT 0,
    draft TEXT NOT NULL DEFAULT '',
    -- A title the person gave is never replaced by one the app makes.
    is_named INTEGER NOT NULL DEFAULT 0,
    -- Set while a deletion can still be undone.
    removed_at INTEGER,
    -- Such as a batch; \`NULL\` for a chat of its own, which alone is in the list of chats.
    owner_kind TEXT,
    owner_id TEXT,
    -- The title as it is compared; NULL until the app has folded it.
    search_title TEXT
  ) STRICT;
  INSERT INTO conversations_numbered (id, title, created_at, updated_at, leaf_id, model, settings, is_pinned, is_unread,
      draft, is_named, removed_at, owner_kind, owner_id, search_title)
    SELECT id, title, created_at, updated_at, leaf_id, model, settings, is_pinned, is_unread,
      draft, is_named, removed_at, owner_kind, owner_id, search_title FROM conversations ORDER BY rowid;
  -- A repair of an earlier version may have lost the chat of a message, and mends it after this.
  INSERT INTO conversations_numbered (id, title, created_at, updated_at, settings)
    SELECT conversation_id, 'Recovered chat', min(created_at), max(created_at), '{}' FROM messages
    WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id;
  DROP TABLE conversations;
  ALTER TABLE conversations_numbered RENAME TO conversations;
  CREATE INDEX conversations_by_update ON conversations (is_pinned DESC, updated_at DESC, id DESC)
    WHERE removed_at IS NULL AND owner_kind IS NULL;
  CREATE INDEX conversations_removed ON conversations (removed_at) WHERE removed_at IS NOT NULL;
  CREATE INDEX conversations_by_owner ON conversations (owner_kind, owner_id) WHERE owner_kind IS NOT NULL;
  CREATE INDEX conversations_untitled ON conversations (id) WHERE search_title IS NULL;
  CREATE INDEX conversations_by_title ON conversations (updated_at DESC, search_title, id) WHERE removed_at IS NULL;

  -- What refers to messages follows the name of their table.
  ALTER TABLE messages RENAME TO message_rows;
  ${created(MESSAGES, 'message_rows_numbered')};
  INSERT INTO message_rows_numbered (seq, ${insideOf(MESSAGES).join(', ')})
    SELECT m.seq, ${insides(MESSAGES, 'm').replace(
      parentOf('m.parent_id', storedId('m.parent_id')),
      parentOf('m.parent_id', 'm.parent_id'),
    )}
    FROM message_rows m ORDER BY m.seq;

  CREATE TABLE logprob_rows (
    message_seq INTEGER PRIMARY KEY REFERENCES message_rows (seq) ON DELETE CASCADE,
    -- Of the tokens of a reply, as JSON: far larger than its text, and seldom read.
    tokens TEXT NOT NULL
  ) STRICT;
  INSERT INTO logprob_rows (message_seq, tokens)
    SELECT m.seq, l.tokens FROM message_logprobs l JOIN message_rows m ON m.id = l.message_id;
  DROP TABLE message_logprobs;
  CREATE TABLE shared_media_rows (
    message_seq INTEGER NOT NULL REFERENCES message_rows (seq) ON DELETE CASCADE,
    -- The reply that owns the jobs. It may have been deleted; its jobs stay.
    of_message_id ANY NOT NULL,
    PRIMARY KEY (message_seq, of_message_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO shared_media_rows (message_seq, of_message_id)
    SELECT m.seq, ${storedId('s.of_message_id')} FROM message_media s JOIN message_rows m ON m.id = s.message_id;
  DROP TABLE message_media;
  CREATE INDEX shared_media_by_owner ON shared_media_rows (of_message_id);

  DROP TABLE message_rows;
  ALTER TABLE message_rows_numbered RENAME TO message_rows;
  CREATE INDEX messages_by_parent ON message_rows (conversation_seq, parent_seq);
  CREATE INDEX messages_streaming ON message_rows (conversation_seq) WHERE status = 'streaming';
  CREATE INDEX messages_removed ON message_rows (removed_at) WHERE removed_at IS NOT NULL;
  CREATE INDEX messages_stated ON message_rows (conversation_seq) WHERE is_cost_stated = 1;
  -- For what caches saved: few replies use one.
  CREATE INDEX messages_by_cache ON message_rows (finished_at)
    WHERE token_prices IS NOT NULL AND (cached_tokens > 0 OR token_details IS NOT NULL);

  ${created(LEDGER, 'ledger_rows')};
  INSERT INTO ledger_rows (id, ${insideOf(LEDGER).join(', ')})
    SELECT l.id, ${insides(LEDGER, 'l')} FROM ledger l ORDER BY l.id;
  DROP TABLE ledger;
  CREATE INDEX ledger_by_profile ON ledger_rows (profile_seq, id);
  CREATE INDEX ledger_by_conversation ON ledger_rows (conversation_seq) WHERE conversation_seq IS NOT NULL;
  CREATE INDEX ledger_by_message ON ledger_rows (message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX ledger_by_job ON ledger_rows (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX ledger_by_time ON ledger_rows (at);
  CREATE INDEX ledger_by_profile_time ON ledger_rows (profile_seq, at);
  CREATE INDEX ledger_by_model ON ledger_rows (profile_seq, model_seq, id);
  CREATE INDEX ledger_by_key ON ledger_rows (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ledger_by_generation ON ledger_rows (generation_id) WHERE generation_id IS NOT NULL;
  CREATE INDEX ledger_in_dollars ON ledger_rows (profile_seq, at) WHERE unit = 'usd';
  CREATE INDEX ledger_checkpoints ON ledger_rows (profile_seq, id) WHERE is_checkpoint = 1;
  CREATE INDEX ledger_reconciled ON ledger_rows (profile_seq, id) WHERE outcome = 'reconciled';
  CREATE INDEX ledger_unknown ON ledger_rows (profile_seq, id) WHERE used IS NULL AND outcome <> 'refused';
  -- Append-only: what was paid stays on record, also when the chat it was paid for is deleted.
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger_rows BEGIN ${REFUSED}; END;
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger_rows BEGIN ${REFUSED}; END;

  CREATE TRIGGER draft_files_removed AFTER DELETE ON conversations BEGIN
    DELETE FROM file_uses WHERE owner_kind = 'draft' AND owner_id = old.id;
  END;
  CREATE TRIGGER conversations_retitled AFTER UPDATE OF title ON conversations BEGIN
    UPDATE conversations SET search_title = NULL WHERE id = new.id;
  END;
  CREATE TRIGGER messages_words_added AFTER INSERT ON message_rows WHEN new.status <> 'streaming' BEGIN
    ${MESSAGE_NOTED};
  END;
  -- A reply enters the index when it has ended, and again when one of its texts is changed.
  CREATE TRIGGER messages_words_changed AFTER UPDATE OF status ON message_rows WHEN new.status <> 'streaming' BEGIN
    ${MESSAGE_NOTED};
  END;
  CREATE TRIGGER messages_words_removed AFTER DELETE ON message_rows BEGIN
    DELETE FROM messages_unindexed WHERE seq = old.seq;
    DELETE FROM messages_words WHERE rowid = old.seq;
  END;
  CREATE TRIGGER message_parts_words_added AFTER INSERT ON message_parts WHEN new.type = 'text' BEGIN
    ${notedOf('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_changed AFTER UPDATE OF content ON message_parts WHEN new.type = 'text' BEGIN
    ${notedOf('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_removed AFTER DELETE ON message_parts WHEN old.type = 'text' BEGIN
    ${notedOf('old.message_seq')};
  END;

  ${viewOf(MESSAGES)}
  ${viewOf(LEDGER)}
  CREATE VIEW message_logprobs AS SELECT l.message_seq, ${outerId('m.id')} AS message_id, l.tokens
    FROM logprob_rows l JOIN message_rows m ON m.seq = l.message_seq;
  CREATE TRIGGER message_logprobs_added INSTEAD OF INSERT ON message_logprobs BEGIN
    INSERT INTO logprob_rows (message_seq, tokens)
      VALUES (${SEQ_OF_MESSAGE}, new.tokens);
  END;
  CREATE VIEW message_media AS SELECT s.message_seq, ${outerId('m.id')} AS message_id,
    ${outerId('s.of_message_id')} AS of_message_id
    FROM shared_media_rows s JOIN message_rows m ON m.seq = s.message_seq;
  CREATE TRIGGER message_media_added INSTEAD OF INSERT ON message_media BEGIN
    INSERT INTO shared_media_rows (message_seq, of_message_id)
      VALUES (${SEQ_OF_MESSAGE}, ${storedId('new.of_message_id')});
  END;
  `,
};
