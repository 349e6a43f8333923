import type { Migration } from '../migrate';

export const inputsOfJobs: Migration = {
  version: 37,
  name: 'inputs of jobs',
  sql: `
  -- What a job is made from: stored files, each with its role in the request.
  CREATE TABLE job_inputs (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Without its file an input still has its role and its name.
    file_seq INTEGER REFERENCES files (seq) ON DELETE SET NULL,
    -- The result that it is a copy of, which may be deleted: these are no references.
    from_job_id TEXT,
    from_media_id TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT;
  CREATE INDEX job_inputs_by_file ON job_inputs (file_seq) WHERE file_seq IS NOT NULL;
  CREATE INDEX job_inputs_by_origin ON job_inputs (from_job_id) WHERE from_job_id IS NOT NULL;
  `,
};
