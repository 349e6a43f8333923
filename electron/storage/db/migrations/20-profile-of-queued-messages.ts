import type { Migration } from '../migrate';

export const profileOfQueuedMessages: Migration = {
  version: 20,
  name: 'profile of queued messages',
  sql: `
  -- The one that was active when it was queued, and that pays for it; NULL for messages of earlier versions.
  ALTER TABLE queued_messages ADD COLUMN profile_id TEXT;
  `,
};
