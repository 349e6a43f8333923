import type { Migration } from '../migrate';

export const savedTools: Migration = {
  version: 45,
  name: 'saved tools',
  sql: `
  CREATE TABLE saved_tools (
    -- Where it comes from; empty for a tool that was defined here.
    server TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL,
    -- SHA-256 of the schema of its arguments, with its fields sorted.
    schema_hash TEXT NOT NULL,
    -- The whole tool as JSON, with its results and rules.
    tool TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Set while a deletion can still be undone.
    removed_at INTEGER,
    PRIMARY KEY (server, name, schema_hash)
  ) STRICT;
  `,
};
