import type { ProfileStore } from '../../core/ports/profiles';
import type { Database } from './driver';

interface Row {
  id: string;
  name: string;
  base_url: string;
  key_stored: number;
}

export function createProfileStore(database: Database): ProfileStore {
  return {
    all: () =>
      database.all<Row>('SELECT id, name, base_url, key_stored FROM profiles ORDER BY seq').map((row) => ({
        id: row.id,
        name: row.name,
        baseUrl: row.base_url,
        keyStored: row.key_stored === 1,
      })),
    put({ id, name, baseUrl, keyStored }) {
      database.run(
        `INSERT INTO profiles (id, name, base_url, key_stored) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, key_stored = excluded.key_stored`,
        id,
        name,
        baseUrl,
        keyStored ? 1 : 0,
      );
    },
    remove(id) {
      database.run('DELETE FROM profiles WHERE id = ?', id);
    },
  };
}
