import type { Migration } from '../migrate';

export const probabilities: Migration = {
  version: 36,
  name: 'probabilities',
  sql: `
  -- Of the tokens of a reply, as JSON: far larger than its text, and seldom read.
  CREATE TABLE message_logprobs (
    message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    tokens TEXT NOT NULL
  ) STRICT;
  `,
};
