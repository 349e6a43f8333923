import type { Migration } from '../migrate';

/** What is known of a file beside its size and length. */
export const factsOfFiles: Migration = {
  version: 21,
  name: 'facts of files',
  sql: `
  -- JSON: sample rate, channels, whether the file is cut, and which part of a long text it is; NULL where none is known.
  ALTER TABLE media ADD COLUMN file_facts TEXT;
  `,
};
