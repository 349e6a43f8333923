/** Replaces `libsql`: the real library, on a file that can be full, read-only, locked or broken. */
import { writeFileSync } from 'node:fs';
import Libsql from 'libsql';
import { Killed } from '../life';
import { here, isOn, maybeHere, operate, type World } from '../world';

/** As `driver.ts` sets it: how long a locked database holds the whole process up. */
const BUSY_TIMEOUT_MS = 5_000;

const failures = {
  full: ['SQLITE_FULL', 'database or disk is full'],
  readonly: ['SQLITE_READONLY', 'attempt to write a readonly database'],
  locked: ['SQLITE_BUSY', 'database is locked'],
  broken: ['SQLITE_IOERR', 'disk I/O error'],
} as const;

const fail = (kind: keyof typeof failures): Error =>
  Object.assign(new Error(failures[kind][1]), { code: failures[kind][0] });

const READS = /^\s*(?:select|pragma|explain|rollback|with)\b/i;

/** The disk fails between any two statements, also of one piece of work. */
function countDown({ disk, scheduler }: World): void {
  if (disk.breaksIn === null) return;
  disk.breaksIn.statements -= 1;
  if (disk.breaksIn.statements > 0) return;
  disk.database = { kind: 'broken', until: scheduler.now() + disk.breaksIn.lastsMs };
  disk.breaksIn = null;
}

/** @throws what the trouble of the moment makes of it */
function meet(world: World, path: string, sql: string): void {
  operate(world, world.life);
  if (path.endsWith('gatehouse.db')) countDown(world);
  const { database } = world.disk;
  if (!isOn(world, database) || !path.endsWith('gatehouse.db')) return;
  const isRead = READS.test(sql);
  if (database.kind === 'broken' && !/^\s*rollback/i.test(sql)) throw fail('broken');
  if (isRead) return;
  if (database.kind !== 'locked') throw fail(database.kind);
  const waitMs = Math.min(BUSY_TIMEOUT_MS, database.until - world.scheduler.now());
  world.scheduler.block(waitMs);
  if (isOn(world, database)) throw fail('locked');
}

export default class SimulatedLibsql {
  readonly #real: Libsql.Database;
  readonly #world: World | null = maybeHere();
  readonly #path: string;
  #isOpen = true;
  /** Given up with the database, whoever still holds them: the file is free only when they are collected. */
  readonly #held = new Set<{ statement: Libsql.Statement<unknown[]> | null }>();
  readonly #owner = this.#world?.life ?? null;

  constructor(path: string) {
    this.#path = path;
    this.#meet('select');
    this.#real = new Libsql(path);
    this.#owner?.onDeath.add(this.#letGo);
  }

  /** The library itself ends the whole process when a closed database is used. */
  get inTransaction(): boolean {
    return this.#isOpen && this.#real.inTransaction;
  }

  exec(sql: string): void {
    this.#meet(sql);
    this.#real.exec(sql);
  }

  prepare(sql: string) {
    if (!this.#isOpen) throw new Killed();
    const held = { statement: this.#real.prepare(sql) as Libsql.Statement<unknown[]> | null };
    this.#held.add(held);
    const statement = () => {
      if (held.statement === null) throw new Killed();
      return held.statement;
    };
    const meetFirst = () => this.#meet(sql);
    const beginCopy = (target: string) => this.#beginCopy(target);
    return {
      reader: statement().reader,
      run(params: unknown[]) {
        if (/^vacuum into/i.test(sql)) beginCopy(String(params[0]));
        meetFirst();
        return statement().run(params);
      },
      all(params: unknown[]) {
        meetFirst();
        return statement().all(params);
      },
    };
  }

  close(): void {
    this.#owner?.onDeath.delete(this.#letGo);
    this.#letGo();
  }

  /** A copy that the disk refuses has its name by then. */
  #beginCopy(target: string): void {
    const database = this.#world?.disk.database ?? null;
    if (this.#world !== null && isOn(this.#world, database) && database.kind === 'full')
      writeFileSync(target, '');
  }

  #meet(sql: string): void {
    if (!this.#isOpen) throw new Killed();
    if (this.#world === null) return;
    if (this.#owner !== null && !this.#owner.isAlive) operate(here(), this.#owner);
    meet(this.#world, this.#path, sql);
  }

  /** As the operating system does: an open transaction is undone, the locks are gone. */
  readonly #letGo = () => {
    if (!this.#isOpen) return;
    if (this.#real.inTransaction) this.#real.exec('ROLLBACK');
    this.#isOpen = false;
    for (const held of this.#held) held.statement = null;
    this.#held.clear();
    this.#real.close();
  };
}
