import type { Migration } from '../migrate';

/** Notes a message for the index of words, unless it is noted or still being written. */
const noted = (seq: string): string => `
    INSERT INTO messages_unindexed SELECT m.seq FROM messages m WHERE m.seq = ${seq} AND m.status <> 'streaming'
      AND NOT EXISTS (SELECT 1 FROM messages_unindexed WHERE seq = ${seq})`;

/** Of what came with replies; earlier versions kept their order and not their place. */
const TYPE_OF_RESULT =
  "CASE j.modality WHEN 'speech' THEN 'audio' WHEN 'video' THEN 'video' ELSE 'image' END";

/**
 * The columns that held what was said become rows, in the order in which replies were shown: thinking, text, what came
 * with it, refusal, tool calls. Attached images are parts of their message. Numbers of parts may have gaps.
 */
export const partsOfMessages: Migration = {
  version: 26,
  name: 'parts of messages',
  sql: `
  CREATE TABLE message_parts (
    message_seq INTEGER NOT NULL REFERENCES messages (seq) ON DELETE CASCADE,
    -- Given once in a message; with the message's id it is the id of the part.
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    -- The text; the name of a file; of everything else JSON as it came.
    content TEXT NOT NULL DEFAULT '',
    -- Without its file a part still has its type and its name.
    file_id TEXT,
    job_id TEXT,
    PRIMARY KEY (message_seq, number)
  ) STRICT;

  INSERT INTO message_parts (message_seq, number, position, type, content)
    SELECT seq, 1, 1, 'reasoning', reasoning FROM messages WHERE reasoning <> '';
  INSERT INTO message_parts (message_seq, number, position, type, content)
    SELECT seq, 2, 2, 'text', text FROM messages WHERE text <> '';
  INSERT INTO message_parts (message_seq, number, position, type, content, file_id, job_id)
    SELECT message_seq, number, number, type, content, file_id, job_id FROM (
      SELECT message_seq, 2 + row_number() OVER (PARTITION BY message_seq ORDER BY rank, place) AS number,
        type, content, file_id, job_id
      FROM (
        SELECT m.seq AS message_seq, 1 AS rank, u.position AS place, 'image' AS type, u.name AS content,
            u.attachment_id AS file_id, NULL AS job_id
          FROM attachment_uses u JOIN messages m ON m.id = u.owner_id WHERE u.owner_kind = 'message'
        UNION ALL
        SELECT m.seq, 2, j.seq, ${TYPE_OF_RESULT}, '', NULL, j.id
          FROM jobs j JOIN message_media o ON o.of_message_id = j.owner_id JOIN messages m ON m.id = o.message_id
          WHERE j.owner_kind = 'message'
        UNION ALL
        SELECT m.seq, 3, j.seq, ${TYPE_OF_RESULT}, '', NULL, j.id
          FROM jobs j JOIN messages m ON m.id = j.owner_id WHERE j.owner_kind = 'message'
        UNION ALL
        SELECT seq, 4, 0, 'refusal', refusal, NULL, NULL FROM messages WHERE refusal <> ''
        UNION ALL
        SELECT m.seq, 5, c.key, 'toolCall', iif(c.type IN ('object', 'array'), c.value, json_quote(c.value)), NULL, NULL
          FROM messages m, json_each(iif(json_valid(m.tool_calls), m.tool_calls, '[]')) c
          WHERE m.tool_calls <> '[]'
      )
    );
  CREATE INDEX message_parts_by_file ON message_parts (file_id) WHERE file_id IS NOT NULL;
  CREATE INDEX message_parts_by_job ON message_parts (job_id) WHERE job_id IS NOT NULL;

  DROP TRIGGER message_attachments_removed;
  DELETE FROM attachment_uses WHERE owner_kind = 'message';
  DROP TRIGGER messages_words_changed;
  ALTER TABLE messages DROP COLUMN text;
  ALTER TABLE messages DROP COLUMN reasoning;
  ALTER TABLE messages DROP COLUMN refusal;
  ALTER TABLE messages DROP COLUMN tool_calls;

  -- A reply enters the index when it has ended, and again when one of its texts is changed.
  CREATE TRIGGER messages_words_changed AFTER UPDATE OF status ON messages WHEN new.status <> 'streaming' BEGIN
    ${noted('new.seq')};
  END;
  CREATE TRIGGER message_parts_words_added AFTER INSERT ON message_parts WHEN new.type = 'text' BEGIN
    ${noted('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_changed AFTER UPDATE OF content ON message_parts WHEN new.type = 'text' BEGIN
    ${noted('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_removed AFTER DELETE ON message_parts WHEN old.type = 'text' BEGIN
    ${noted('old.message_seq')};
  END;
  `,
};
