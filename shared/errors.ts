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
  /** What else the gateway said: a text, or an object within the limits of `error-details.ts`. */
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
