import type { Migration } from '../migrate';

export const beginningsOfReplies: Migration = {
  version: 51,
  name: 'beginnings of replies',
  sql: `
  -- Replies that began with given words: how many characters of their text these are.
  CREATE TABLE reply_beginnings (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    reply_id TEXT NOT NULL,
    characters INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, reply_id)
  ) STRICT;
  `,
};
