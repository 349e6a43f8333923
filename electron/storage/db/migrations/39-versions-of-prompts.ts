import type { Migration } from '../migrate';

export const versionsOfPrompts: Migration = {
  version: 39,
  name: 'versions of prompts',
  sql: `
  CREATE TABLE prompt_versions (
    prompt_seq INTEGER NOT NULL REFERENCES prompts (seq) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (prompt_seq, version)
  ) STRICT;
  INSERT INTO prompt_versions (prompt_seq, version, text, created_at) SELECT seq, 1, text, updated_at FROM prompts;
  -- The version whose text the prompt has.
  ALTER TABLE prompts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  `,
};
