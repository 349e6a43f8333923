import type { Migration } from '../migrate';

export const batches: Migration = {
  version: 10,
  name: 'batches',
  sql: `
  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    modality TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    template TEXT NOT NULL,
    settings TEXT NOT NULL,
    parameters TEXT NOT NULL,
    extra TEXT NOT NULL,
    columns TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    -- As counted last: a list of batches does not count thousands of rows.
    counts TEXT NOT NULL DEFAULT '{}',
    credits_used INTEGER NOT NULL DEFAULT 0,
    unknown_costs INTEGER NOT NULL DEFAULT 0,
    -- Set while a deletion can still be undone.
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX batches_by_modality ON batches (modality, seq);
  CREATE INDEX batches_running ON batches (seq) WHERE status = 'running' AND removed_at IS NULL;
  CREATE INDEX batches_removed ON batches (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE batch_rows (
    batch_seq INTEGER NOT NULL REFERENCES batches (seq) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    "values" TEXT NOT NULL,
    status TEXT NOT NULL,
    -- Of its call, made once: the reply's idempotency key, or the job's id.
    key TEXT NOT NULL,
    conversation_id TEXT,
    reply_id TEXT,
    job_id TEXT,
    error TEXT,
    started_at INTEGER,
    finished_at INTEGER,
    PRIMARY KEY (batch_seq, position)
  ) STRICT;
  CREATE INDEX batch_rows_by_status ON batch_rows (batch_seq, status, position);
  CREATE INDEX batch_rows_running ON batch_rows (batch_seq, position) WHERE status = 'running';
  CREATE INDEX batch_rows_by_reply ON batch_rows (reply_id) WHERE reply_id IS NOT NULL;

  -- Every job a row ever had: what an earlier attempt cost is part of what the row cost.
  CREATE TABLE batch_jobs (
    job_id TEXT PRIMARY KEY,
    batch_seq INTEGER NOT NULL REFERENCES batches (seq) ON DELETE CASCADE,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_jobs_by_row ON batch_jobs (batch_seq, position);
  `,
};
