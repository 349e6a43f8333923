import type { Migration } from '../migrate';

export const checks: Migration = {
  version: 29,
  name: 'checks',
  sql: `
  CREATE TABLE checks (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    profile_id TEXT NOT NULL,
    reference_profile_id TEXT,
    models TEXT NOT NULL,
    probes TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    -- The most that is spent: JSON of an amount for each unit whose prices are known.
    bound TEXT NOT NULL,
    unpriced INTEGER NOT NULL,
    total INTEGER NOT NULL,
    is_confirmed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX checks_running ON checks (seq) WHERE status = 'running';

  CREATE TABLE check_calls (
    id TEXT PRIMARY KEY,
    check_id TEXT NOT NULL REFERENCES checks (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    probe TEXT NOT NULL,
    step TEXT NOT NULL,
    status TEXT NOT NULL,
    operation TEXT NOT NULL,
    -- The idempotency key, made once.
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT,
    error TEXT,
    -- What the amounts of this row count.
    unit TEXT NOT NULL,
    -- The most it can cost, as it was counted before it was sent; NULL where no price is known.
    bound INTEGER,
    -- NULL while the charge is unknown.
    used INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    UNIQUE (check_id, profile_id, model, probe, step)
  ) STRICT;
  CREATE INDEX check_calls_sent ON check_calls (status) WHERE status = 'sent';

  CREATE TABLE check_results (
    check_id TEXT NOT NULL REFERENCES checks (id) ON DELETE CASCADE,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    probe TEXT NOT NULL,
    result TEXT NOT NULL,
    claimed INTEGER,
    note TEXT NOT NULL,
    figures TEXT NOT NULL,
    evidence TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (check_id, model, probe)
  ) STRICT;
  CREATE INDEX check_results_by_model ON check_results (profile_id, model, probe, at);
  `,
};
