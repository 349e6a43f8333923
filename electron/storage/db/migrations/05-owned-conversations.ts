import type { Migration } from '../migrate';

export const ownedConversations: Migration = {
  version: 5,
  name: 'conversations that belong to something',
  sql: `
  -- Such as a batch; \`NULL\` for a chat of its own, which alone stands in the list of chats.
  ALTER TABLE conversations ADD COLUMN owner_kind TEXT;
  ALTER TABLE conversations ADD COLUMN owner_id TEXT;
  CREATE INDEX conversations_by_owner ON conversations (owner_kind, owner_id) WHERE owner_kind IS NOT NULL;
  DROP INDEX conversations_by_update;
  CREATE INDEX conversations_by_update ON conversations (is_pinned DESC, updated_at DESC, id DESC)
    WHERE removed_at IS NULL AND owner_kind IS NULL;
  `,
};
