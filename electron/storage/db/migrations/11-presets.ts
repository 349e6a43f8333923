import type { Migration } from '../migrate';

export const presets: Migration = {
  version: 11,
  name: 'presets',
  sql: `
  CREATE TABLE presets (
    id TEXT PRIMARY KEY,
    tab TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Model and settings as JSON, of a form that depends on the tab.
    content TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Set while a deletion can still be undone.
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX presets_by_tab ON presets (tab, created_at) WHERE removed_at IS NULL;
  CREATE INDEX presets_removed ON presets (removed_at) WHERE removed_at IS NOT NULL;
  `,
};
