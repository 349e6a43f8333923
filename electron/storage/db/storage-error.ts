import { AppError, type AppErrorData } from '../../../shared/errors';
import type { Database } from './driver';

type StorageCode = 'storage_full' | 'storage_readonly' | 'storage_failed';

interface Failure extends AppErrorData {
  readonly code: StorageCode;
}

/** SQLite's result codes (https://www.sqlite.org/rescode.html) and Node's, grouped by what you can do about them. */
const failures: readonly { readonly when: readonly string[]; readonly failure: Failure }[] = [
  {
    when: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
    failure: { code: 'storage_full', message: 'The disk is full: nothing can be saved.' },
  },
  {
    when: ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'EACCES', 'EPERM', 'EROFS'],
    failure: { code: 'storage_readonly', message: 'The data folder can’t be written to.' },
  },
  {
    when: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
    failure: {
      code: 'storage_failed',
      message:
        'The database is locked by another program, such as a backup or sync tool. Try again in a moment.',
      details: { isTemporary: true },
    },
  },
  {
    when: ['SQLITE_IOERR', 'EIO'],
    failure: {
      code: 'storage_failed',
      message:
        'The disk didn’t read or write the database. Check that its drive is connected, then try again.',
      details: { isTemporary: true },
    },
  },
  {
    when: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'],
    failure: {
      code: 'storage_failed',
      message:
        'The database is damaged. Restart Gatehouse: it repairs what it can and keeps the damaged file.',
    },
  },
];

const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** True where the bytes of the database are not what SQLite wrote, also inside an {@link AppError} of {@link storageError}. */
export function isDamage(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  const code = codeOf(cause);
  return code !== null && DAMAGE.some((name) => code.startsWith(name));
}

/** An error of the disk or the database, as one of three codes with a next step; any other error unchanged. */
export function storageError(cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === null) return cause;
  const known = failures.find(({ when }) => when.some((name) => code.startsWith(name)));
  const said = cause instanceof Error ? cause.message : code;
  return new AppError(
    known?.failure ?? { code: 'storage_failed', message: `The database reported an error: ${said}` },
    { cause },
  );
}

/**
 * The same database, whose failures are {@link AppError}s.
 * @param onDamage called when damage was found, so that the next start can repair it
 */
export function withStorageErrors(database: Database, onDamage: () => void = () => undefined): Database {
  const failed = (cause: unknown): unknown => {
    if (!(cause instanceof AppError) && isDamage(cause)) onDamage();
    return storageError(cause);
  };
  const guarded = <Result>(call: () => Result): Result => {
    try {
      return call();
    } catch (cause) {
      throw failed(cause);
    }
  };
  return {
    exec: (sql) => guarded(() => database.exec(sql)),
    run: (sql, ...params) => guarded(() => database.run(sql, ...params)),
    get: <Row>(...call: Parameters<Database['get']>) => guarded(() => database.get<Row>(...call)),
    all: <Row>(...call: Parameters<Database['all']>) => guarded(() => database.all<Row>(...call)),
    transaction: (work) => guarded(() => database.transaction(work)),
    withOtherWriter: (writer, work) =>
      database.withOtherWriter(writer, work).catch((cause) => {
        throw failed(cause);
      }),
    close: () => database.close(),
  };
}

function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error) || cause instanceof AppError || !('code' in cause)) return null;
  return typeof cause.code === 'string' && /^(SQLITE_|E[A-Z]+$)/.test(cause.code) ? cause.code : null;
}
