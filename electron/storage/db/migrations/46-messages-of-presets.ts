import type { Migration } from '../migrate';

export const messagesOfPresets: Migration = {
  version: 46,
  name: 'messages of presets',
  sql: `
  -- What a chat that is opened from it begins with: a list of messages of a request, as JSON.
  ALTER TABLE presets ADD COLUMN messages TEXT;
  `,
};
