import type { Migration } from '../migrate';

/** Two questions that found few rows or none, and read a whole table to know it: at every start, and on the activity page. */
export const dollarsAndRemovedMedia: Migration = {
  version: 19,
  name: 'dollars and removed media',
  sql: `
  CREATE INDEX ledger_in_dollars ON ledger (profile_id, at) WHERE unit = 'usd';
  CREATE INDEX media_removed ON media (removed_at) WHERE removed_at IS NOT NULL;
  `,
};
