import type { Migration } from '../migrate';

export const askedFormat: Migration = {
  version: 33,
  name: 'asked format',
  sql: `
  -- The key of the response format that a reply was asked for; NULL where that was text.
  ALTER TABLE messages ADD COLUMN asked_format TEXT;
  `,
};
