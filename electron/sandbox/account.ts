/**
 * The one account of the gateway: its balance and every charge, in SQLite.
 *
 * A running call holds its maximum cost in memory and settles once, so that concurrent calls can never bring the
 * balance below zero, and a call that the process did not live to finish costs nothing.
 */
import type { Database } from '../storage/db/driver';

/**
 * - `completed`: the whole reply was sent.
 * - `aborted`: the client left, or the gateway was stopped; charged for the prompt and the tokens sent by then.
 * - `failed`: the reply broke after it had started; charged in the same way.
 */
export type ChargeState = 'completed' | 'aborted' | 'failed';

/** The fields of a charge other than its amount. */
export interface ChargeFields {
  readonly operation: string;
  readonly model: string | null;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly state: ChargeState;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface Charge extends ChargeFields {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly micros: number;
  /** Balance after this charge. */
  readonly balanceMicros: number;
}

export interface ChargePage {
  readonly charges: readonly Charge[];
  readonly hasMore: boolean;
}

/** Credits set aside for one running call. */
export interface Hold {
  /** Sets aside more; `false`, changing nothing, where the balance does not cover it. */
  extend(micros: number): boolean;
  /**
   * Charges `micros` (at most what is held) and ends the hold. `together` runs in the same transaction.
   * @returns the balance after it, in microcredits.
   */
  settle(micros: number, fields: ChargeFields, together?: () => void): number;
  /** Ends the hold without a charge. Does nothing after `settle`. */
  release(): void;
}

interface AccountRow {
  readonly initial_micros: number;
  readonly balance_micros: number;
}

const chargeColumns = `id, at, operation, model, micros, balance_micros AS balanceMicros, request_id AS requestId,
  idempotency_key AS idempotencyKey, state, prompt_tokens AS promptTokens, completion_tokens AS completionTokens`;

export class Account {
  readonly #database: Database;
  readonly #now: () => number;
  #heldMicros = 0;

  /** Opens the account; `initialMicros` counts only for a database that has none yet. */
  constructor(database: Database, initialMicros: number, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.run(
      'INSERT OR IGNORE INTO account (id, created_at, initial_micros, balance_micros) VALUES (1, ?, ?, ?)',
      now(),
      initialMicros,
      initialMicros,
    );
  }

  get initialMicros(): number {
    return this.#row().initial_micros;
  }

  /** The balance after all settled calls. */
  get balanceMicros(): number {
    return this.#row().balance_micros;
  }

  /** The credits that running calls have set aside. */
  get heldMicros(): number {
    return this.#heldMicros;
  }

  /** Sets credits aside for a call; `null` where the balance, less what others hold, does not cover them. */
  hold(micros: number): Hold | null {
    let held = 0;
    let isOpen = true;
    const extend = (more: number): boolean => {
      if (!isOpen || this.#heldMicros + more > this.balanceMicros) return false;
      held += more;
      this.#heldMicros += more;
      return true;
    };
    const release = (): void => {
      isOpen = false;
      this.#heldMicros -= held;
      held = 0;
    };
    const settle = (cost: number, fields: ChargeFields, together?: () => void): number => {
      if (!isOpen) throw new Error('This call was settled before');
      if (cost > held) throw new Error('A call cannot cost more than it holds');
      const balance = this.#charge(cost, fields, together);
      release();
      return balance;
    };
    return extend(micros) ? { extend, settle, release } : null;
  }

  /** Newest first; `beforeId` continues after a page. */
  charges(limit: number, beforeId: number | null): ChargePage {
    const rows = this.#database.all<Charge>(
      `SELECT ${chargeColumns} FROM charge WHERE id < ? ORDER BY id DESC LIMIT ?`,
      beforeId ?? Number.MAX_SAFE_INTEGER,
      limit + 1,
    );
    return { charges: rows.slice(0, limit), hasMore: rows.length > limit };
  }

  /** Number and sum of all charges. */
  totals(): { readonly count: number; readonly micros: number } {
    const row = this.#database.get<{ count: number; micros: number }>(
      'SELECT count(*) AS count, coalesce(sum(micros), 0) AS micros FROM charge',
    );
    return row ?? { count: 0, micros: 0 };
  }

  #charge(micros: number, fields: ChargeFields, together?: () => void): number {
    return this.#database.transaction(() => {
      this.#database.run('UPDATE account SET balance_micros = balance_micros - ?', micros);
      const balance = this.balanceMicros;
      this.#database.run(
        `INSERT INTO charge (at, operation, model, micros, balance_micros, request_id, idempotency_key, state,
           prompt_tokens, completion_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        this.#now(),
        fields.operation,
        fields.model,
        micros,
        balance,
        fields.requestId,
        fields.idempotencyKey,
        fields.state,
        fields.promptTokens,
        fields.completionTokens,
      );
      together?.();
      return balance;
    });
  }

  #row(): AccountRow {
    const row = this.#database.get<AccountRow>('SELECT initial_micros, balance_micros FROM account');
    if (row === undefined) throw new Error('The account is missing from the database');
    return row;
  }
}
