/**
 * Errors as they cross a boundary.
 *
 * Each outside world is translated once (HTTP in `gateway/`, disk and keychain in `storage/`, wrong input in
 * `core/`); past that point only this plain record travels, never an `Error` with a stack.
 */

/** Codes of the app itself. A gateway's own codes (`insufficient_credits`, …) pass through unchanged. */
export type AppErrorCode =
  | 'invalid_input'
  | 'not_found'
  | 'busy'
  | 'no_key'
  | 'needs_key'
  | 'over_budget'
  | 'needs_confirmation'
  | 'keychain_unavailable'
  | 'storage_full'
  | 'storage_readonly'
  | 'storage_failed'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'malformed_response'
  | 'local_address_refused'
  | 'job_elsewhere'
  | 'result_changed'
  | 'result_limit'
  | 'stream_cut'
  | 'interrupted'
  | 'not_sent'
  | 'host_unreachable'
  | 'update_refused'
  | 'internal';

/**
 * The stage of a job in which an error happened:
 * - `request`: sending the request;
 * - `generation`: at the gateway, as it reported;
 * - `polling`: reading the job's state;
 * - `download`: downloading a result;
 * - `save`: writing a result to the disk.
 */
export type JobStage = 'request' | 'generation' | 'polling' | 'download' | 'save';

export interface AppErrorData {
  /** One of {@link AppErrorCode}, or the gateway's own code. */
  readonly code: string;
  readonly message: string;
  /** HTTP status, where there was a reply. */
  readonly statusCode?: number;
  readonly requestId?: string;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Path of the input field that is wrong, such as `settings.temperature`. */
  readonly field?: string;
  /** What else the gateway said: a text, or an object within the limits of `errors.ts`. */
  readonly details?: unknown;
  /** How often the request was sent; absent where it never left. */
  readonly attempts?: number;
  /** True where the call may have been accepted and charged although no response arrived. */
  readonly outcomeUnknown?: boolean;
  /** True where the account, key or budget has nothing left, under whatever code: asking again can't help. */
  readonly isOutOfCredits?: boolean;
  /** Errors of jobs only. */
  readonly stage?: JobStage;
}

export type Envelope<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: AppErrorData };

/**
 * True for a failure of the disk or the database that may be over in a moment, such as a lock: the same work can be
 * retried.
 */
export function isTemporaryFailure({ code, details }: AppErrorData): boolean {
  const isStated = typeof details === 'object' && details !== null && 'isTemporary' in details;
  return code.startsWith('storage_') && isStated && details.isTemporary === true;
}

/** An {@link AppErrorData} that can be thrown inside the core, the storage and the hosts. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly data: AppErrorData;

  constructor(data: AppErrorData & { readonly code: AppErrorCode }, options?: ErrorOptions) {
    super(data.message, options);
    this.data = data;
  }
}

/** Closes a `switch`: the compiler rejects a forgotten case. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

// What a gateway says about an error beyond its message, within limits that a card and the database can hold.

/** One field of a gateway may nest a whole request: this much of it explains an error. */
const MAX_LEVELS = 6;
const MAX_ITEMS = 40;
const MAX_VALUES = 200;
const MAX_CHARACTERS = 1_000;
/** Signed addresses are long, and of no use when they are cut. */
const MAX_ADDRESS_CHARACTERS = 8_000;
const MAX_NAME_CHARACTERS = 100;

/**
 * A copy of `details` that is small enough to store and to show; what is left out is counted in its place. The
 * inspector has the whole response. Recursion ends at {@link MAX_LEVELS}, so any depth is safe.
 */
export function boundDetails(details: unknown): unknown {
  const budget = { left: MAX_VALUES };
  return bound(details, 1, budget);
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

interface Budget {
  left: number;
}

function bound(value: unknown, level: number, budget: Budget): unknown {
  budget.left -= 1;
  if (typeof value === 'string')
    return shorten(value, isAddress(value) ? MAX_ADDRESS_CHARACTERS : MAX_CHARACTERS);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? boundList(value, level, budget) : boundRecord(value, level, budget);
}

function boundList(list: readonly unknown[], level: number, budget: Budget): unknown {
  if (level > MAX_LEVELS) return list.length === 0 ? [] : leftOut(list.length);
  const kept: unknown[] = [];
  for (const item of list.slice(0, MAX_ITEMS)) {
    if (budget.left <= 0) break;
    kept.push(bound(item, level + 1, budget));
  }
  return kept.length === list.length ? kept : [...kept, leftOut(list.length - kept.length)];
}

function boundRecord(record: object, level: number, budget: Budget): unknown {
  const names = Object.keys(record);
  if (level > MAX_LEVELS) return names.length === 0 ? {} : leftOut(names.length);
  const kept: [string, unknown][] = [];
  for (const name of names.slice(0, MAX_ITEMS)) {
    if (budget.left <= 0) break;
    const value = bound((record as Record<string, unknown>)[name], level + 1, budget);
    kept.push([shorten(name, MAX_NAME_CHARACTERS), value]);
  }
  if (kept.length < names.length) kept.push(['…', leftOut(names.length - kept.length)]);
  return Object.fromEntries(kept);
}

const leftOut = (count: number): string => `… ${count} more`;

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** The number of plain values in it, to tell a small tree from a large one. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 0);
}
