import type { Migration } from '../migrate';

/** Headers, query, authentication and paths of a profile, as JSON; `NULL` for none. Secret values are in the keychain. */
export const profileConnections: Migration = {
  version: 14,
  name: 'profile connections',
  sql: 'ALTER TABLE profiles ADD COLUMN connection TEXT',
};
