import type { Migration } from '../migrate';

export const tokensOfCalls: Migration = {
  version: 42,
  name: 'tokens of calls',
  sql: `
  -- As the gateway counted them; NULL where it stated none, and in rows of earlier versions.
  ALTER TABLE ledger ADD COLUMN prompt_tokens INTEGER;
  ALTER TABLE ledger ADD COLUMN cached_tokens INTEGER;
  ALTER TABLE ledger ADD COLUMN completion_tokens INTEGER;
  ALTER TABLE ledger ADD COLUMN reasoning_tokens INTEGER;
  `,
};
