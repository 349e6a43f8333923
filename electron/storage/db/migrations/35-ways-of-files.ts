import type { Migration } from '../migrate';

export const waysOfFiles: Migration = {
  version: 35,
  name: 'ways of files',
  sql: `
  -- How a file is sent: file, text or images; NULL where that was not chosen.
  ALTER TABLE message_parts ADD COLUMN way TEXT;
  ALTER TABLE file_uses ADD COLUMN way TEXT;
  `,
};
