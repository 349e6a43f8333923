import type { Migration } from '../migrate';

/** A gateway may hand a request on: the model that answered is not always the one that was asked. */
export const answeringModel: Migration = {
  version: 13,
  name: 'the model that answered',
  sql: `
  ALTER TABLE messages ADD COLUMN answered_model TEXT;
  `,
};
