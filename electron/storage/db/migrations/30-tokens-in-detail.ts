import type { Migration } from '../migrate';

export const tokensInDetail: Migration = {
  version: 30,
  name: 'tokens in detail',
  sql: `
  -- Of the prompt, those that the gateway read from its cache; of the reply, those that were thinking. NULL where the
  -- gateway does not state them.
  ALTER TABLE messages ADD COLUMN cached_tokens INTEGER;
  ALTER TABLE messages ADD COLUMN reasoning_tokens INTEGER;
  `,
};
