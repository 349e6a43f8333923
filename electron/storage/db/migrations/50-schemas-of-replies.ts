import type { Migration } from '../migrate';

export const schemasOfReplies: Migration = {
  version: 50,
  name: 'schemas of replies',
  sql: `
  -- The schemas that the replies of a chat were asked with, by what a reply has in asked_format. Each is JSON.
  CREATE TABLE asked_formats (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    format TEXT NOT NULL,
    PRIMARY KEY (conversation_id, key)
  ) STRICT;
  `,
};
