import type { Migration } from '../migrate';

/** A copied reply shows the results that came with the reply it was copied from: one job, one file, several chats. */
export const sharedMedia: Migration = {
  version: 17,
  name: 'shared media',
  sql: `
  CREATE TABLE message_media (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- The reply that owns the jobs. It may have been deleted; its jobs stay.
    of_message_id TEXT NOT NULL,
    PRIMARY KEY (message_id, of_message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX message_media_by_owner ON message_media (of_message_id);
  `,
};
