import type { Migration } from '../migrate';

export const settingsOfReplies: Migration = {
  version: 52,
  name: 'settings of replies',
  sql: `
  -- The settings that the replies of a chat were asked with, each once. Each is JSON.
  CREATE TABLE asked_settings (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (conversation_id, key)
  ) STRICT;
  -- Which of them each reply was asked with.
  CREATE TABLE reply_settings (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    reply_id TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (conversation_id, reply_id)
  ) STRICT;
  `,
};
