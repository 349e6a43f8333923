/** Results that are downloaded from an address: files in the data folder, each behind an unguessable token. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../storage/db/driver';

export interface Output {
  readonly token: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Milliseconds since the epoch; from then on the address answers that the result has expired. */
  readonly expiresAt: number;
}

/** An unfinished result: write the file to `path`, then `publish` it. */
export interface Draft {
  readonly token: string;
  /** Unfinished files have a different name, so that none is ever served as a result. */
  readonly path: string;
}

const UNFINISHED = '.part';

export class Outputs {
  readonly #database: Database;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #lifetimeMs: number;

  /** Deletes what was never finished or has expired. */
  constructor(database: Database, folder: string, now: () => number, lifetimeMs: number) {
    this.#database = database;
    this.#folder = folder;
    this.#now = now;
    this.#lifetimeMs = lifetimeMs;
    mkdirSync(folder, { recursive: true });
    this.#removeStrays();
  }

  draft(): Draft {
    const token = randomBytes(24).toString('base64url');
    return { token, path: join(this.#folder, `${token}${UNFINISHED}`) };
  }

  /** Gives the finished file of a draft its address. Join it with a transaction that must agree with it. */
  publish({ token, path }: Draft, contentType: string): Output {
    const output = {
      token,
      contentType,
      bytes: statSync(path).size,
      expiresAt: this.#now() + this.#lifetimeMs,
    };
    renameSync(path, this.pathOf(token));
    this.#database.run(
      'INSERT INTO output (token, content_type, bytes, expires_at) VALUES (?, ?, ?, ?)',
      token,
      contentType,
      output.bytes,
      output.expiresAt,
    );
    return output;
  }

  /** Stores existing bytes and gives them an address. */
  store(bytes: Uint8Array, contentType: string): Output {
    const draft = this.draft();
    writeFileSync(draft.path, bytes);
    return this.publish(draft, contentType);
  }

  discard({ path }: Draft): void {
    rmSync(path, { force: true });
  }

  /** Also a result that has expired: its address is still known. */
  find(token: string): Output | undefined {
    return this.#database.get<Output>(
      `SELECT token, content_type AS contentType, bytes, expires_at AS expiresAt FROM output WHERE token = ?`,
      token,
    );
  }

  hasExpired({ expiresAt }: Output): boolean {
    return expiresAt <= this.#now();
  }

  /** The path of a known output. */
  pathOf(token: string): string {
    return join(this.#folder, token);
  }

  /** Deletes the files of results that have expired. */
  removeExpired(): void {
    const expired = this.#database.all<{ token: string }>(
      'SELECT token FROM output WHERE expires_at <= ? AND is_removed = 0',
      this.#now(),
    );
    for (const { token } of expired) {
      rmSync(this.pathOf(token), { force: true });
      this.#database.run('UPDATE output SET is_removed = 1 WHERE token = ?', token);
    }
  }

  #removeStrays(): void {
    for (const name of readdirSync(this.#folder)) {
      if (this.find(name) === undefined) rmSync(join(this.#folder, name), { force: true });
    }
    this.removeExpired();
  }
}
