/** Brings a database to the newest version, one numbered step at a time. */
import type { Database } from './driver';

export interface Migration {
  /** 1, 2, 3 …; never changed once released. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** It replaces tables by others of the same name: what refers to a table that goes must not go with it. */
  readonly rebuildsTables?: boolean;
}

/** What an empty database becomes at once: the same as after all steps up to `version`. */
export interface WholeSchema {
  readonly version: number;
  readonly statements: readonly string[];
}

/** The database was written by a newer version of the program; it is not changed. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  readonly found: number;
  readonly known: number;

  constructor(found: number, known: number) {
    super(`The database has version ${found}, but this program knows versions up to ${known} only`);
    this.found = found;
    this.known = known;
  }
}

/** The schema version of a database, 0 for an empty one. */
export function databaseVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/**
 * Runs the missing steps, each in its own transaction, so that a crash leaves a complete earlier version.
 * @param whole for an empty database, instead of the steps up to its version
 * @returns the names of the steps that ran.
 * @throws NewerDatabaseError where the database is ahead of `migrations`.
 */
export function migrate(database: Database, migrations: readonly Migration[], whole?: WholeSchema): string[] {
  checkNumbering(migrations);
  if (whole !== undefined && isEmpty(database)) create(database, whole);
  const found = databaseVersion(database);
  if (found > migrations.length) throw new NewerDatabaseError(found, migrations.length);
  const missing = migrations.slice(found);
  for (const one of missing) run(database, one);
  return missing.map(({ name }) => name);
}

function isEmpty(database: Database): boolean {
  return databaseVersion(database) === 0 && database.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}

function create(database: Database, { version, statements }: WholeSchema): void {
  database.transaction(() => database.exec([...statements, `PRAGMA user_version=${version}`].join(';\n')));
}

function run(database: Database, { version, sql, rebuildsTables = false }: Migration): void {
  const keepsReferences = database.get<{ foreign_keys: number }>('PRAGMA foreign_keys')?.foreign_keys === 1;
  // This can't be changed within a transaction.
  if (rebuildsTables) database.exec('PRAGMA foreign_keys=OFF');
  try {
    database.transaction(() => database.exec(`${sql};\nPRAGMA user_version=${version}`));
  } finally {
    if (rebuildsTables && keepsReferences) database.exec('PRAGMA foreign_keys=ON');
  }
}

function checkNumbering(migrations: readonly Migration[]): void {
  for (const [index, { version, name }] of migrations.entries()) {
    if (version !== index + 1) throw new Error(`Migration "${name}" must have version ${index + 1}`);
  }
}
