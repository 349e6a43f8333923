import type { Migration } from '../migrate';

export const costsStatedElsewhere: Migration = {
  version: 23,
  name: 'costs stated elsewhere',
  sql: `
  -- 1 for a message that came in a file: what it cost was paid where it was made, and is in no ledger here.
  ALTER TABLE messages ADD COLUMN is_cost_stated INTEGER NOT NULL DEFAULT 0;
  -- Millionths of credits, and billionths of US dollars; NULL where the file doesn't say.
  ALTER TABLE messages ADD COLUMN stated_credits INTEGER;
  ALTER TABLE messages ADD COLUMN stated_dollars INTEGER;
  CREATE INDEX messages_stated ON messages (conversation_id) WHERE is_cost_stated = 1;
  `,
};
