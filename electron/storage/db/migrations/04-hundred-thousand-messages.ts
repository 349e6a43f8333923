import type { Migration } from '../migrate';

export const hundredThousandMessages: Migration = {
  version: 4,
  name: 'what a hundred thousand messages need',
  sql: `
  -- At every start, what was deleted in the last run is looked for.
  CREATE INDEX messages_removed ON messages (removed_at) WHERE removed_at IS NOT NULL;
  CREATE INDEX conversations_removed ON conversations (removed_at) WHERE removed_at IS NOT NULL;
  -- Titles are searched newest first, up to as many as are asked for.
  CREATE INDEX conversations_by_title ON conversations (updated_at DESC, title, id) WHERE removed_at IS NULL;
  -- Limits of a day and a month are checked before every call.
  CREATE INDEX ledger_by_profile_time ON ledger (profile_id, at);
  `,
};
