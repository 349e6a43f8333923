import type { Migration } from '../migrate';

export const boards: Migration = {
  version: 43,
  name: 'boards',
  sql: `
  CREATE TABLE boards (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE board_media (
    board_seq INTEGER NOT NULL REFERENCES boards (seq) ON DELETE CASCADE,
    media_seq INTEGER NOT NULL REFERENCES media (seq) ON DELETE CASCADE,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (board_seq, media_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX board_media_by_result ON board_media (media_seq);
  `,
};
