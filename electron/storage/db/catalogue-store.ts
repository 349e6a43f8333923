import type { Model } from '../../../shared/models/models';
import type { CatalogueStore } from '../../core/ports/profiles';
import type { Database } from './driver';
import { readJson } from './json-column';

/** The last catalogue of each gateway, so that the model list is there at once and works offline. */
export function createCatalogueStore(database: Database): CatalogueStore {
  // A catalogue is read for every price, and may be a megabyte of JSON: it is parsed once.
  const read = new Map<string, { models: Model[]; refreshedAt: number }>();
  return {
    get(profileId) {
      const known = read.get(profileId);
      if (known !== undefined) return known;
      const row = database.get<{ models: string; refreshed_at: number }>(
        'SELECT models, refreshed_at FROM catalogues WHERE profile_id = ?',
        profileId,
      );
      if (row === undefined) return undefined;
      const found = { models: readJson<Model[]>(row.models, []), refreshedAt: row.refreshed_at };
      read.set(profileId, found);
      return found;
    },
    put(profileId, models, refreshedAt) {
      read.delete(profileId);
      database.run(
        'INSERT OR REPLACE INTO catalogues (profile_id, models, refreshed_at) VALUES (?, ?, ?)',
        profileId,
        JSON.stringify(models),
        refreshedAt,
      );
    },
    remove(profileId) {
      read.delete(profileId);
      database.run('DELETE FROM catalogues WHERE profile_id = ?', profileId);
    },
  };
}
