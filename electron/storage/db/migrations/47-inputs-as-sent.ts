import type { Migration } from '../migrate';

export const inputsAsSent: Migration = {
  version: 47,
  name: 'inputs as sent',
  sql: `
  -- The file that is sent of an input: its own, or one that was converted to what the model takes. Empty until then.
  ALTER TABLE job_inputs ADD COLUMN sent_file_seq INTEGER REFERENCES files (seq) ON DELETE SET NULL;
  CREATE INDEX job_inputs_by_sent_file ON job_inputs (sent_file_seq) WHERE sent_file_seq IS NOT NULL;
  `,
};
