import type { Migration } from '../migrate';

export const jobsAndMedia: Migration = {
  version: 2,
  name: 'jobs and media',
  sql: `
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    modality TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    parameters TEXT NOT NULL,
    extra TEXT NOT NULL,
    -- The place for its files, as it was set when the job was made.
    destination TEXT NOT NULL,
    status TEXT NOT NULL,
    remote_id TEXT,
    remote_status TEXT,
    progress REAL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    request_id TEXT,
    error TEXT,
    may_still_charge INTEGER NOT NULL DEFAULT 0,
    -- The gateway has made the result; what is left is to fetch and save it.
    has_result INTEGER NOT NULL DEFAULT 0,
    output_urls TEXT NOT NULL DEFAULT '[]',
    is_foreign INTEGER NOT NULL DEFAULT 0,
    is_dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_by_modality ON jobs (modality, seq);
  CREATE INDEX jobs_unfinished ON jobs (status)
    WHERE status IN ('waiting', 'submitting', 'queued', 'running', 'saving');
  CREATE INDEX jobs_on_show ON jobs (is_dismissed, seq);
  CREATE UNIQUE INDEX jobs_by_remote ON jobs (profile_id, remote_id) WHERE remote_id IS NOT NULL;

  CREATE TABLE job_parts (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    status TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    error TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT;

  CREATE TABLE media (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    job_id TEXT NOT NULL,
    -- Which of the job's results it is: fetching again saves only what is not there yet.
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    modality TEXT NOT NULL,
    content_type TEXT NOT NULL,
    folder TEXT NOT NULL,
    file_name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    duration_ms REAL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    parameters TEXT NOT NULL,
    extra TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_starred INTEGER NOT NULL DEFAULT 0,
    is_missing INTEGER NOT NULL DEFAULT 0,
    has_thumbnail INTEGER NOT NULL DEFAULT 0,
    -- Set while a deletion can still be undone.
    removed_at INTEGER,
    UNIQUE (job_id, position)
  ) STRICT;
  CREATE INDEX media_by_kind ON media (kind, seq);

  CREATE VIRTUAL TABLE media_text USING fts5 (
    prompt, model, file_name, content='media', content_rowid='seq', tokenize="unicode61 remove_diacritics 2");
  CREATE TRIGGER media_text_added AFTER INSERT ON media BEGIN
    INSERT INTO media_text (rowid, prompt, model, file_name) VALUES (new.seq, new.prompt, new.model, new.file_name);
  END;
  CREATE TRIGGER media_text_renamed AFTER UPDATE OF file_name ON media BEGIN
    INSERT INTO media_text (media_text, rowid, prompt, model, file_name)
      VALUES ('delete', old.seq, old.prompt, old.model, old.file_name);
    INSERT INTO media_text (rowid, prompt, model, file_name) VALUES (new.seq, new.prompt, new.model, new.file_name);
  END;
  CREATE TRIGGER media_text_removed AFTER DELETE ON media BEGIN
    INSERT INTO media_text (media_text, rowid, prompt, model, file_name)
      VALUES ('delete', old.seq, old.prompt, old.model, old.file_name);
  END;
  `,
};
