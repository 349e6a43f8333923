import type { Migration } from '../migrate';

/** A new file must not get the name of a result whose own file is gone: the row would then show the new one. */
export const mediaByPlace: Migration = {
  version: 18,
  name: 'media by place',
  sql: `
  -- Two names that differ in case are the same file on many systems.
  CREATE INDEX media_by_place ON media (file_name COLLATE NOCASE, folder) WHERE removed_at IS NULL;
  `,
};
