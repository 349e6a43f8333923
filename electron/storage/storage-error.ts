import { AppError } from '../../shared/errors';
import type { Database } from './driver';

/** SQLite's result codes (https://www.sqlite.org/rescode.html) and Node's, by what a person can do about them. */
const FULL = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'];
const READ_ONLY = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'EACCES', 'EPERM', 'EROFS'];

/** What the disk or the database threw, as one of three codes with a next step; anything else as it is. */
export function storageError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === null) return cause;
  const is = (names: readonly string[]) => names.some((name) => code.startsWith(name));
  if (is(FULL)) return failure('storage_full', 'The disk is full: nothing can be saved.', cause);
  if (is(READ_ONLY)) return failure('storage_readonly', 'The data folder cannot be written.', cause);
  const said = cause instanceof Error ? cause.message : code;
  return failure('storage_failed', `The database did not answer as it should: ${said}`, cause);
}

/** The same database, whose failures are {@link AppError}s. */
export function withStorageErrors(database: Database): Database {
  const guarded = <Result>(call: () => Result): Result => {
    try {
      return call();
    } catch (cause) {
      throw storageError(cause);
    }
  };
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    run: (sql, ...params) => guarded(() => database.run(sql, ...params)),
    get: <Row>(...call: Parameters<Database['get']>) => guarded(() => database.get<Row>(...call)),
    all: <Row>(...call: Parameters<Database['all']>) => guarded(() => database.all<Row>(...call)),
    transaction: (work) => guarded(() => database.transaction(work)),
    close: () => database.close(),
  };
}

function failure(
  code: 'storage_full' | 'storage_readonly' | 'storage_failed',
  message: string,
  cause: unknown,
) {
  return new AppError({ code, message }, { cause });
}

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error) || cause instanceof AppError || !('code' in cause)) return null;
  return typeof cause.code === 'string' && /^(SQLITE_|E[A-Z]+$)/.test(cause.code) ? cause.code : null;
}
