import type { Migration } from '../migrate';

export const experiments: Migration = {
  version: 38,
  name: 'experiments',
  sql: `
  CREATE TABLE experiments (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    modality TEXT NOT NULL,
    state TEXT NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    repeats INTEGER NOT NULL,
    -- Of all cases, as JSON.
    assertions TEXT NOT NULL DEFAULT '[]',
    threshold REAL,
    -- The most that is spent, in parts of the unit.
    budget INTEGER,
    budget_unit TEXT,
    -- Goes up with each change of variants, cases, assertions or votes.
    revision INTEGER NOT NULL DEFAULT 1,
    -- As counted last: a list of experiments does not count thousands of cells.
    counts TEXT NOT NULL DEFAULT '{}',
    verdicts TEXT NOT NULL DEFAULT '{}',
    score REAL,
    -- JSON of an amount for each unit.
    cost TEXT NOT NULL DEFAULT '{}',
    unknown_costs INTEGER NOT NULL DEFAULT 0,
    -- Set while a deletion can still be undone.
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX experiments_by_modality ON experiments (modality, seq);
  CREATE INDEX experiments_running ON experiments (seq) WHERE state = 'running' AND removed_at IS NULL;
  CREATE INDEX experiments_removed ON experiments (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE experiment_variants (
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    template TEXT NOT NULL,
    settings TEXT NOT NULL,
    parameters TEXT NOT NULL,
    extra TEXT NOT NULL,
    -- The version of the library whose text the template is; the prompt may be deleted.
    prompt_id TEXT,
    prompt_version INTEGER,
    PRIMARY KEY (experiment_seq, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE experiment_cases (
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    variables TEXT NOT NULL,
    assertions TEXT NOT NULL DEFAULT '[]',
    threshold REAL,
    tags TEXT NOT NULL DEFAULT '[]',
    note TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (experiment_seq, number)
  ) STRICT, WITHOUT ROWID;

  -- What is sent with a case: attachments of a chat, or inputs of media with their roles.
  CREATE TABLE experiment_files (
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    case_number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    role TEXT,
    way TEXT,
    -- Without its file it still has its name.
    file_seq INTEGER REFERENCES files (seq) ON DELETE SET NULL,
    -- The result that it is a copy of, which may be deleted: these are no references.
    from_job_id TEXT,
    from_media_id TEXT,
    PRIMARY KEY (experiment_seq, case_number, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX experiment_files_by_file ON experiment_files (file_seq) WHERE file_seq IS NOT NULL;

  CREATE TABLE experiment_cells (
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    case_number INTEGER NOT NULL,
    variant_number INTEGER NOT NULL,
    repeat INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- Of its call, made as it is first sent: the reply's idempotency key, or the job's id.
    key TEXT NOT NULL DEFAULT '',
    reply_id TEXT,
    job_id TEXT,
    error TEXT,
    started_at INTEGER,
    finished_at INTEGER,
    -- The most its call can cost, in parts of the budget's unit; NULL where nothing limits that.
    bound INTEGER,
    is_excluded INTEGER NOT NULL DEFAULT 0,
    verdict TEXT,
    score REAL,
    -- A sentence for each assertion that does not hold, as JSON.
    why TEXT,
    PRIMARY KEY (experiment_seq, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX experiment_cells_by_state ON experiment_cells (experiment_seq, state, number);
  CREATE INDEX experiment_cells_by_case ON experiment_cells (experiment_seq, case_number, number);
  CREATE INDEX experiment_cells_running ON experiment_cells (experiment_seq, number) WHERE state = 'running';
  CREATE INDEX experiment_cells_by_reply ON experiment_cells (reply_id) WHERE reply_id IS NOT NULL;

  -- Every job a cell ever had: what an earlier attempt cost is part of what the cell cost.
  CREATE TABLE experiment_jobs (
    job_id TEXT PRIMARY KEY,
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    cell_number INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX experiment_jobs_by_cell ON experiment_jobs (experiment_seq, cell_number);

  CREATE TABLE experiment_votes (
    id TEXT PRIMARY KEY,
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    case_number INTEGER NOT NULL,
    a INTEGER NOT NULL,
    b INTEGER NOT NULL,
    choice TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX experiment_votes_by_experiment ON experiment_votes (experiment_seq, at);
  `,
};
