import type { Migration } from '../migrate';

export const heldReplies: Migration = {
  version: 28,
  name: 'held replies',
  sql: `
  -- 1 while the call of a reply waits for the gateway's rate limit, with nothing of it sent.
  ALTER TABLE messages ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;
  `,
};
