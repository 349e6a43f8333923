import type { Model } from '../../../shared/models/models';
import { defaultConnection } from '../../../shared/profiles/defaults';
import { type GatewayConnection, gatewayConnectionSchema } from '../../../shared/profiles/gateway-connection';
import type { CatalogueStore, ProfileStore, StoredProfile } from '../../core/ports/profiles';
import type { Database } from './driver';
import { readJson } from './json-column';

interface Row {
  id: string;
  name: string;
  base_url: string;
  key_stored: number;
  connection: string | null;
}

const COLUMNS = 'id, name, base_url, key_stored, connection';

export function createProfileStore(database: Database): ProfileStore {
  const put = ({ id, name, baseUrl, keyStored, connection }: StoredProfile) => {
    database.run(
      `INSERT INTO profiles (id, name, base_url, key_stored, connection) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
         key_stored = excluded.key_stored, connection = excluded.connection`,
      id,
      name,
      baseUrl,
      keyStored ? 1 : 0,
      connection === defaultConnection ? null : JSON.stringify(connection),
    );
  };
  return {
    all: () => database.all<Row>(`SELECT ${COLUMNS} FROM profiles ORDER BY seq`).map(toProfile),
    get(id) {
      const row = database.get<Row>(`SELECT ${COLUMNS} FROM profiles WHERE id = ?`, id);
      return row && toProfile(row);
    },
    put,
    overwrite(profile) {
      database.exec('PRAGMA secure_delete=ON');
      try {
        put(profile);
        // Until then the file itself holds the page as it was.
        database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        database.exec('PRAGMA secure_delete=OFF');
      }
    },
    remove(id) {
      database.run('DELETE FROM profiles WHERE id = ?', id);
    },
  };
}

const toProfile = (row: Row): StoredProfile => ({
  id: row.id,
  name: row.name,
  baseUrl: row.base_url,
  keyStored: row.key_stored === 1,
  connection: readConnection(row.connection),
});

/** Profiles are read for every price and every request, and change rarely: each text is checked once. */
const connections = new Map<string, GatewayConnection>();
const MOST_CONNECTIONS = 200;

/** A damaged row is one without headers: its calls fail with the gateway's words rather than the app's start. */
function readConnection(text: string | null): GatewayConnection {
  if (text === null) return defaultConnection;
  const known = connections.get(text);
  if (known !== undefined) return known;
  const read = gatewayConnectionSchema.safeParse(readJson(text, {}));
  const connection = read.success ? read.data : defaultConnection;
  if (connections.size === MOST_CONNECTIONS) connections.clear();
  connections.set(text, connection);
  return connection;
}

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
