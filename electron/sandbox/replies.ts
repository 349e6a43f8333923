/** Replies stored under their `Idempotency-Key`, so that the same request a second time costs nothing. */
import type { Database } from '../storage/db/driver';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** A stored reply: a finished result of an operation, or an error that a retry would not cure. */
export type SavedReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly status: number;
      readonly code: string;
    };

export type Lookup =
  | { readonly kind: 'none' }
  /** The key was used before with another body. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'found'; readonly reply: SavedReply };

export class Replies {
  readonly #database: Database;
  readonly #now: () => number;
  /** Keys whose first request is still running; each promise resolves when it ends. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  find(key: string, fingerprint: string): Lookup {
    this.#database.run('DELETE FROM reply WHERE at <= ?', this.#now() - KEPT_MS);
    const row = this.#database.get<{ fingerprint: string; record: string }>(
      'SELECT fingerprint, record FROM reply WHERE idempotency_key = ?',
      key,
    );
    if (row === undefined) return { kind: 'none' };
    if (row.fingerprint !== fingerprint) return { kind: 'conflict' };
    return { kind: 'found', reply: JSON.parse(row.record) as SavedReply };
  }

  keep(key: string, fingerprint: string, reply: SavedReply): void {
    this.#database.run(
      'INSERT OR REPLACE INTO reply (idempotency_key, fingerprint, at, record) VALUES (?, ?, ?, ?)',
      key,
      fingerprint,
      this.#now(),
      JSON.stringify(reply),
    );
  }

  /**
   * Waits until no request with this key is running, then claims it. Returns a function that releases it, which may be
   * called twice.
   */
  async claim(key: string): Promise<() => void> {
    for (let running = this.#running.get(key); running; running = this.#running.get(key)) await running;
    let finish = (): void => undefined;
    this.#running.set(
      key,
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    let isClaimed = true;
    return () => {
      if (isClaimed) this.#running.delete(key);
      isClaimed = false;
      finish();
    };
  }
}
