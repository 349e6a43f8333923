/** An empty database gets today's schema at once: it must be what the numbered steps would have made of it. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { databaseVersion, migrate } from '../../../../electron/storage/db/migrate';
import newestSchema from '../../../../electron/storage/db/newest-schema.json' with { type: 'json' };
import { migrations } from '../../../../electron/storage/db/schema';
import { tempFolder } from '../../../support/temp-folder';

interface Named {
  readonly name: string;
  readonly sql: string;
}

const open = (name: string): Database => openDatabase(join(tempFolder(), name));

/** Tables of a full-text index come with the index. */
const OF_AN_INDEX = "SELECT name FROM pragma_table_list WHERE type = 'shadow'";

/** A step that copied no row leaves a count of 0, which says the same as none. */
const COUNTED = 'WHERE seq > 0';

const statements = (database: Database): string[] =>
  database
    .all<Named>(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
       AND name NOT IN (${OF_AN_INDEX}) ORDER BY rowid`,
    )
    .map(({ sql }) => sql);

/** All that a database holds: each name of its schema with its statement, and the rows of each table. */
function contents(database: Database): unknown {
  const schema = database.all<Named>(
    'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
  );
  const tables = database.all<Named>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' ORDER BY name",
  );
  const rows = tables
    .filter(({ name }) => name !== 'sqlite_schema')
    .map(({ name }) => [
      name,
      database.all(`SELECT * FROM "${name}" ${name === 'sqlite_sequence' ? COUNTED : ''}`),
    ]);
  return { schema, rows };
}

function afterAllSteps(): Database {
  const database = open('steps.db');
  migrate(database, migrations);
  return database;
}

it('is written down as the steps leave it; `npx vitest run newest-schema -u` writes it again after a new step', async () => {
  const database = afterAllSteps();
  const written = { version: databaseVersion(database), statements: statements(database) };
  database.close();
  const file = join(import.meta.dirname, '../../../../electron/storage/db/newest-schema.json');
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(file);
});

it('makes the same database as the steps, to each statement and row', () => {
  const stepwise = afterAllSteps();
  const whole = open('whole.db');
  expect(migrate(whole, migrations, newestSchema)).toEqual([]);
  expect(databaseVersion(whole)).toBe(migrations.length);
  expect(contents(whole)).toEqual(contents(stepwise));
  whole.close();
  stepwise.close();
});

it('is not used where a database holds anything, and steps after it run', () => {
  const older = open('older.db');
  migrate(older, migrations.slice(0, -1));
  expect(migrate(older, migrations, newestSchema)).toEqual([migrations.at(-1)?.name]);
  older.close();

  const next = { version: migrations.length + 1, name: 'next', sql: 'CREATE TABLE next (id INTEGER)' };
  const newer = open('newer.db');
  expect(migrate(newer, [...migrations, next], newestSchema)).toEqual(['next']);
  newer.close();

  const foreign = open('foreign.db');
  foreign.exec('CREATE TABLE notes (id INTEGER)');
  expect(migrate(foreign, migrations, newestSchema)).toHaveLength(migrations.length);
  foreign.close();
});

it('leaves nothing where it could not be made whole, so that the next start makes it', () => {
  const database = open('broken.db');
  const [first = '', second = ''] = newestSchema.statements;
  const broken = { version: newestSchema.version, statements: [first, second, 'CREATE NOTHING'] };
  expect(() => migrate(database, migrations, broken)).toThrow(/NOTHING/);
  expect(database.all('SELECT name FROM sqlite_schema')).toEqual([]);
  expect(databaseVersion(database)).toBe(0);
  expect(migrate(database, migrations, newestSchema)).toEqual([]);
  database.close();
});
