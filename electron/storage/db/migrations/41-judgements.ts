import type { Migration } from '../migrate';

export const judgements: Migration = {
  version: 41,
  name: 'judgements',
  sql: `
  -- The model that judges where an assertion names none.
  ALTER TABLE experiments ADD COLUMN judge_profile_id TEXT;
  ALTER TABLE experiments ADD COLUMN judge_model TEXT;
  -- As counted last, like the counts of cells.
  ALTER TABLE experiments ADD COLUMN judgements TEXT NOT NULL DEFAULT '{}';

  -- What a model is asked about answers. Its call is a row of experiment_cells with the same number and the variant 0.
  CREATE TABLE experiment_judgements (
    experiment_seq INTEGER NOT NULL REFERENCES experiments (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- Names the assertion, the answers and the judge; each subject is asked once.
    subject TEXT NOT NULL,
    type TEXT NOT NULL,
    -- Numbers of the judged cells, in the order in which the judge sees them.
    cells TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    model TEXT NOT NULL,
    settings TEXT NOT NULL,
    prompt TEXT NOT NULL,
    -- Ids of the images of the library that it sees.
    media TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (experiment_seq, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX experiment_judgements_by_subject ON experiment_judgements (experiment_seq, subject);
  CREATE INDEX experiment_cells_to_judge ON experiment_cells (experiment_seq, number)
    WHERE variant_number = 0 AND state = 'waiting';
  `,
};
