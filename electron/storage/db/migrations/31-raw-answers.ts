import type { Migration } from '../migrate';

export const rawAnswers: Migration = {
  version: 31,
  name: 'raw answers',
  sql: `
  -- The answer of a call whose result was not found, or not whole: what was paid for may be in it.
  CREATE TABLE job_answers (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    -- Characters beyond those that are kept.
    left_out INTEGER NOT NULL
  ) STRICT;
  `,
};
