import type { Migration } from '../migrate';

export const comparisons: Migration = {
  version: 7,
  name: 'comparisons',
  sql: `
  CREATE TABLE comparisons (
    id TEXT PRIMARY KEY,
    modality TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    is_tied INTEGER NOT NULL,
    is_same_prompt INTEGER NOT NULL,
    winner_id TEXT,
    -- Set while a deletion can still be undone.
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX comparisons_by_update ON comparisons (modality, updated_at DESC, id DESC) WHERE removed_at IS NULL;
  CREATE INDEX comparisons_removed ON comparisons (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE comparison_columns (
    id TEXT PRIMARY KEY,
    comparison_id TEXT NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    model TEXT NOT NULL,
    settings TEXT NOT NULL,
    prompt TEXT,
    conversation_id TEXT,
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX comparison_columns_in_order ON comparison_columns (comparison_id, position);

  -- What was sent at once is a round. A retry is a later row of the same round and column.
  CREATE TABLE comparison_runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    round_id TEXT NOT NULL,
    column_id TEXT NOT NULL REFERENCES comparison_columns (id) ON DELETE CASCADE,
    -- A message of the column's chat, or a job.
    call_id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX comparison_runs_by_column ON comparison_runs (column_id, seq);
  CREATE INDEX comparison_runs_by_round ON comparison_runs (round_id);

  -- As for conversations: what a job was made for.
  ALTER TABLE jobs ADD COLUMN owner_kind TEXT;
  ALTER TABLE jobs ADD COLUMN owner_id TEXT;
  `,
};
