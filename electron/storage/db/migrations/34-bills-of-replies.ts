import type { Migration } from '../migrate';

export const billsOfReplies: Migration = {
  version: 34,
  name: 'bills of replies',
  sql: `
  -- Rarer kinds of tokens and the prices when the model was asked, both as JSON; how long the model thought.
  ALTER TABLE messages ADD COLUMN token_details TEXT;
  ALTER TABLE messages ADD COLUMN token_prices TEXT;
  ALTER TABLE messages ADD COLUMN thinking_ms INTEGER;
  -- For what caches saved: few replies use one.
  CREATE INDEX messages_by_cache ON messages (finished_at)
    WHERE token_prices IS NOT NULL AND (cached_tokens > 0 OR token_details IS NOT NULL);
  `,
};
