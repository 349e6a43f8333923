import { join } from 'node:path';
import { type Database, openDatabase } from '../../electron/storage/db/driver';
import { migrate } from '../../electron/storage/db/migrate';
import newestSchema from '../../electron/storage/db/newest-schema.json' with { type: 'json' };
import { migrations } from '../../electron/storage/db/schema';
import { tempFolder } from './temp-folder';

/** An empty database of today's version, in a file of its own; the caller closes it. */
export function openTestDatabase(): Database {
  const database = openDatabase(join(tempFolder(), 'test.db'));
  migrate(database, migrations, newestSchema);
  return database;
}
