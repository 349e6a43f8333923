/**
 * The only file that imports `libsql`.
 *
 * What it adds to the library, because each was observed:
 * - a JavaScript boolean as a parameter ends the whole process, and `undefined` is read as NULL: both are refused;
 * - whole numbers are bound as REAL: here they are bound as INTEGER;
 * - a row read by the library's `get` leaves its statement open and the table locked: here every row is fetched;
 * - a text that holds U+0000 is stored whole but read only up to it: it is stored as U+FFFD, so nothing after it is lost;
 * - rows of `get` carry an extra `_metadata`, and blobs come back as `ArrayBuffer`: both are corrected.
 */
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Libsql from 'libsql';
import { collectGarbage } from '../../collect-garbage';

/** What can be bound to a `?`. Integers become INTEGER, other numbers REAL. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface RunResult {
  /** Rows inserted, updated or deleted. */
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/** One connection. Everything is synchronous; failures throw the library's `SqliteError` (see {@link sqliteCode}). */
export interface Database {
  /** Runs one or more statements that take no parameters and return no rows. */
  exec(sql: string): void;
  /** Runs one statement that returns no rows; one that does (`SELECT`, `RETURNING`) is refused with a `TypeError`. */
  run(sql: string, ...params: readonly SqlValue[]): RunResult;
  /** The first row, or `undefined`. Every row is fetched, so limit the statement to one. */
  get<Row>(sql: string, ...params: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...params: readonly SqlValue[]): Row[];
  /**
   * Runs `work` in a write transaction and returns its result; when it throws, the transaction is rolled back.
   * `work` must not be asynchronous. Inside another transaction it is a part of that one: it is stored with it, or rolled
   * back alone where it throws.
   */
  transaction<Result>(work: () => Result): Result;
  /** Runs `work` while a thread of the app writes through another connection: see {@link OtherWriter}. */
  withOtherWriter<Result>(writer: OtherWriter, work: () => Promise<Result>): Promise<Result>;
  /**
   * Refuses every later use. The library closes the file only when its prepared statements are collected, so an open
   * transaction must be ended first.
   */
  close(): void;
}

/**
 * A thread of the app that writes to the same file. Its transactions end by themselves, so a statement waits for them.
 * For a lock of any other program it waits a moment only, since it blocks the process and so holds up what streams.
 */
export interface OtherWriter {
  /** Odd while it holds the lock; grows each time it takes or returns it. */
  readonly count: () => number;
  /** How long a statement waits for it at most, in milliseconds. */
  readonly milliseconds: number;
}

export interface OpenOptions {
  /** Refuses every write and never creates the file. */
  readonly readonly?: boolean;
  /**
   * Write-ahead log where left out. It needs memory shared by all who open the file; a rollback journal needs only file
   * locks. `kept` leaves the file's mode unchanged.
   */
  readonly journal?: 'rollback' | 'kept';
  /** How long a statement waits for a lock, in milliseconds. */
  readonly busyTimeoutMs?: number;
}

/** SQLite's name of the error, such as `SQLITE_FULL`, `SQLITE_READONLY` or `SQLITE_NOTADB`; otherwise `null`. */
export function sqliteCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}

/** Another connection holds the lock. */
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error) ?? '');

/**
 * Opens a database file, creating it where `readonly` is not set; its folder must exist.
 * Write-ahead log with full synchronization: what a transaction wrote survives a crash of the process or the machine.
 */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  if (options.readonly && !existsSync(path)) throw new Error(`There is no database at ${path}`);
  const library = new Libsql(path);
  try {
    configure(library, options);
  } catch (error) {
    library.close();
    throw error;
  }
  return new Connection(library, options.busyTimeoutMs ?? BUSY_TIMEOUT_MS);
}

/**
 * Makes the library close the files of closed databases: it does so only when their statements are collected, and until
 * then a file must not be moved or replaced.
 */
export async function releaseClosedDatabases(): Promise<void> {
  collectGarbage();
  // What was collected is closed in the next turn of the event loop.
  await nextTurn();
  await nextTurn();
}

/**
 * How long a call waits for a lock of another program. It blocks the whole process, so it is short: important writes
 * are retried later, and every other failure is shown.
 */
const BUSY_TIMEOUT_MS = 1_000;

/** The same beside a thread of the app: then the process must go on, since what it streams is saved again later. */
const SHORT_TIMEOUT_MS = 50;

function configure(library: Libsql.Database, options: OpenOptions): void {
  library.exec(`PRAGMA busy_timeout=${options.busyTimeoutMs ?? BUSY_TIMEOUT_MS}; PRAGMA foreign_keys=ON`);
  if (options.readonly) library.exec('PRAGMA query_only=ON');
  else library.exec(`${journalOf(options)} PRAGMA synchronous=FULL`);
  // Opening alone reads nothing: a file that is not a database must be found here, not at the first query.
  library.prepare('PRAGMA schema_version').all([]);
}

function journalOf({ journal }: OpenOptions): string {
  if (journal === 'kept') return '';
  return `PRAGMA journal_mode=${journal === 'rollback' ? 'DELETE' : 'WAL'};`;
}

class Connection implements Database {
  readonly #library: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  readonly #lockWaitMs: number;
  #isOpen = true;
  #otherWriter: OtherWriter | null = null;

  constructor(library: Libsql.Database, lockWaitMs: number) {
    this.#library = library;
    this.#lockWaitMs = lockWaitMs;
  }

  exec(sql: string): void {
    this.#requireOpen();
    this.#patiently(() => this.#library.exec(sql));
  }

  run(sql: string, ...params: readonly SqlValue[]): RunResult {
    const statement = this.#prepare(sql);
    if (statement.reader) throw new TypeError(`This statement returns rows; use get or all: ${sql}`);
    const { changes, lastInsertRowid } = this.#patiently(() => statement.run(bind(params)));
    return { changes, lastInsertRowid: Number(lastInsertRowid) };
  }

  get<Row>(sql: string, ...params: readonly SqlValue[]): Row | undefined {
    return this.all<Row>(sql, ...params)[0];
  }

  all<Row>(sql: string, ...params: readonly SqlValue[]): Row[] {
    const statement = this.#prepare(sql);
    const rows = this.#patiently(() => statement.all(bind(params))) as Record<string, unknown>[];
    for (const row of rows) viewBlobs(row);
    return rows as Row[];
  }

  transaction<Result>(work: () => Result): Result {
    this.#requireOpen();
    if (this.#library.inTransaction) return this.#part(work);
    this.#patiently(() => this.#library.exec('BEGIN IMMEDIATE'));
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise');
      this.#library.exec('COMMIT');
      return result;
    } catch (error) {
      // After a full disk or a failed COMMIT, SQLite may have rolled back automatically.
      if (this.#library.inTransaction) this.#library.exec('ROLLBACK');
      throw error;
    }
  }

  /** A part of an open transaction: its caller may catch what it throws, and then nothing of it may stay. */
  #part<Result>(work: () => Result): Result {
    this.#library.exec('SAVEPOINT part');
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise');
      this.#library.exec('RELEASE part');
      return result;
    } catch (error) {
      if (this.#library.inTransaction) this.#library.exec('ROLLBACK TO part; RELEASE part');
      throw error;
    }
  }

  async withOtherWriter<Result>(writer: OtherWriter, work: () => Promise<Result>): Promise<Result> {
    this.#setTimeout(SHORT_TIMEOUT_MS);
    this.#otherWriter = writer;
    try {
      return await work();
    } finally {
      this.#otherWriter = null;
      // The app may have closed meanwhile.
      if (this.#isOpen) this.#setTimeout(this.#lockWaitMs);
    }
  }

  #setTimeout(milliseconds: number): void {
    this.exec(`PRAGMA busy_timeout=${milliseconds}`);
  }

  /** Tries a statement again while the other writer of the app has, or had, the lock that it failed at. */
  #patiently<Result>(query: () => Result): Result {
    const writer = this.#otherWriter;
    // Inside a transaction the lock is ours: only its start can meet another writer.
    if (writer === null || this.#library.inTransaction) return withoutFrames(query);
    for (const end = performance.now() + writer.milliseconds; ; ) {
      const before = writer.count();
      try {
        return withoutFrames(query);
      } catch (error) {
        const wasOurs = before % 2 === 1 || writer.count() !== before;
        if (!isLocked(error) || !wasOurs || performance.now() > end) throw error;
      }
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#library.close();
  }

  #prepare(sql: string): Libsql.Statement<unknown[]> {
    this.#requireOpen();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#library.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new Error('The database is closed');
  }
}

/**
 * Until its stack is read, an error holds on to the statement it came from, and so keeps the file open for as long as
 * anyone keeps the error.
 */
function withoutFrames<Result>(query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    if (error instanceof Error) void error.stack;
    throw error;
  }
}

function bind(params: readonly SqlValue[]): (SqlValue | Buffer)[] {
  return params.map((value, index) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
    if (typeof value === 'bigint' || value === null || value instanceof Uint8Array) return value;
    throw new TypeError(`Parameter ${index + 1} cannot be stored: ${typeof value}`);
  });
}

function viewBlobs(row: Record<string, unknown>): void {
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value);
  }
}
