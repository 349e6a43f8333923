import type { Migration } from '../migrate';

/** As in migration 24: rows that changed are noted, and taken into the index by the app. */
const NOTED = `INSERT INTO media_unindexed
    SELECT new.seq WHERE NOT EXISTS (SELECT 1 FROM media_unindexed WHERE seq = new.seq)`;

export const orderOfResults: Migration = {
  version: 40,
  name: 'order of results',
  sql: `
  -- 0 to 5; 0 where none was given.
  ALTER TABLE media ADD COLUMN rating INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE media ADD COLUMN note TEXT NOT NULL DEFAULT '';
  -- JSON: a list of texts.
  ALTER TABLE media ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  -- What its thumbnail looks like: 64 bits in hexadecimal, and the name of its main color; NULL until it was looked at.
  ALTER TABLE media ADD COLUMN likeness TEXT;
  ALTER TABLE media ADD COLUMN color TEXT;
  CREATE INDEX media_rated ON media (rating, seq) WHERE rating > 0;
  CREATE INDEX media_by_likeness ON media (likeness) WHERE likeness IS NOT NULL;

  -- Words of notes and tags are found too.
  DROP TRIGGER media_words_changed;
  DROP TABLE media_words;
  CREATE VIRTUAL TABLE media_words USING fts5 (prompt, model, file_name, note, tags, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
  CREATE TRIGGER media_words_changed AFTER UPDATE OF prompt, model, file_name, note, tags ON media BEGIN
    ${NOTED};
  END;
  DELETE FROM media_unindexed;
  INSERT INTO media_unindexed SELECT seq FROM media;
  `,
};
