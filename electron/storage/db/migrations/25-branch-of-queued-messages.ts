import type { Migration } from '../migrate';

export const branchOfQueuedMessages: Migration = {
  version: 25,
  name: 'branch of queued messages',
  sql: `
  -- The last message of the branch that was visible when it was queued; NULL for messages of earlier versions.
  ALTER TABLE queued_messages ADD COLUMN parent_id TEXT;
  `,
};
