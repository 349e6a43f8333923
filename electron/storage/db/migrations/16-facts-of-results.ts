import type { Migration } from '../migrate';

/** What a gateway says of each result of one call, such as its own seed: kept until the result is saved, and with it. */
export const factsOfResults: Migration = {
  version: 16,
  name: 'facts of results',
  sql: `
  -- JSON: a list in the order of the results, with the seed and the revised prompt of each.
  ALTER TABLE jobs ADD COLUMN result_facts TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE media ADD COLUMN revised_prompt TEXT;
  ALTER TABLE media ADD COLUMN seed INTEGER;
  `,
};
