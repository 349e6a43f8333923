import type { Migration } from '../migrate';

/** A case may be asked with some of the variants alone. */
export const variantsOfCases: Migration = {
  version: 48,
  name: 'variants of cases',
  sql: `
  -- Their numbers as JSON; NULL for all of them.
  ALTER TABLE experiment_cases ADD COLUMN only_variants TEXT;
  `,
};
