import type { Model } from '../../shared/models';
import type { CatalogueStore } from '../core/ports';
import type { Database } from './driver';

/** The last catalogue each gateway gave, so that the model list is there at once and works offline. */
export function createCatalogueStore(database: Database): CatalogueStore {
  return {
    get(profileId) {
      const row = database.get<{ models: string; refreshed_at: number }>(
        'SELECT models, refreshed_at FROM catalogues WHERE profile_id = ?',
        profileId,
      );
      return row && { models: JSON.parse(row.models) as Model[], refreshedAt: row.refreshed_at };
    },
    put(profileId, models, refreshedAt) {
      database.run(
        'INSERT OR REPLACE INTO catalogues (profile_id, models, refreshed_at) VALUES (?, ?, ?)',
        profileId,
        JSON.stringify(models),
        refreshedAt,
      );
    },
    remove(profileId) {
      database.run('DELETE FROM catalogues WHERE profile_id = ?', profileId);
    },
  };
}
