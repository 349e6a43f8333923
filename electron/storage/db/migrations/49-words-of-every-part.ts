import type { Migration } from '../migrate';

/** Notes a message for the index of words, unless it is noted or still being written. */
const noted = (seq: string): string => `
    INSERT INTO messages_unindexed SELECT m.seq FROM message_rows m WHERE m.seq = ${seq} AND m.status <> 'streaming'
      AND NOT EXISTS (SELECT 1 FROM messages_unindexed WHERE seq = ${seq})`;

const UNSEARCHED = "('thinking', 'unknown', 'fields')";

export const wordsOfEveryPart: Migration = {
  version: 49,
  name: 'words of every part',
  sql: `
  DROP TRIGGER message_parts_words_added;
  DROP TRIGGER message_parts_words_changed;
  DROP TRIGGER message_parts_words_removed;
  CREATE TRIGGER message_parts_words_added AFTER INSERT ON message_parts WHEN new.type NOT IN ${UNSEARCHED} BEGIN
    ${noted('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_changed AFTER UPDATE OF content ON message_parts
    WHEN new.type NOT IN ${UNSEARCHED} BEGIN
    ${noted('new.message_seq')};
  END;
  CREATE TRIGGER message_parts_words_removed AFTER DELETE ON message_parts WHEN old.type NOT IN ${UNSEARCHED} BEGIN
    ${noted('old.message_seq')};
  END;

  -- Messages up to this number may have parts beside their text that are not in the index yet. They are looked for in
  -- the background, step by step: to read all parts here would hold up the start.
  CREATE TABLE parts_unindexed (up_to INTEGER PRIMARY KEY) STRICT;
  INSERT INTO parts_unindexed SELECT max(seq) FROM message_rows HAVING max(seq) IS NOT NULL;
  `,
};
