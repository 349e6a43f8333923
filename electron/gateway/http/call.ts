/** One call of an operation over all its attempts: its request, its time limits and its reply. */
import type { RateLimits } from '../../../shared/calls/rate-limit';
import type { Authentication } from '../../../shared/profiles/gateway-connection';
import type { Dialect } from '../dialects/dialect';
import type { GatewayError } from '../parse/error';
import type { Redactor } from '../record/redact';
import type {
  Answered,
  CallMeta,
  CallOptions,
  Credits,
  FetchLike,
  ReportedCost,
  ResultNetwork,
  Timing,
} from '../types/call';
import type { FormFile } from './form-body';
import type { RefusedFields } from './refused-fields';
import type { ResultGuard } from './result-guard';

/** Time limits of one call, in milliseconds. See `watch.ts`. */
export interface Timeouts {
  /** From sending to the headers, and from them to the first byte: a reply may begin only when it is complete. */
  readonly headersMs: number;
  /** Between two chunks of a body. */
  readonly idleMs: number;
  /** The whole of a call that costs nothing, retries and body included. */
  readonly totalMs: number;
}

/** The part that all calls of a client share. */
export interface ClientContext {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly dialect: Dialect;
  /** How the key is sent. */
  readonly auth: Authentication;
  /** The profile's headers, sent to the base URL's origin only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Other origins that may be asked about jobs, with the key. */
  readonly jobOrigins: readonly string[];
  /** Sent with every call. */
  readonly query: Readonly<Record<string, string>>;
  /** Values of headers and query parameters that are secrets. */
  readonly secrets: readonly string[];
  readonly refusedFields: RefusedFields;
  readonly fetch: FetchLike;
  /** For results, whose addresses the gateway chooses. */
  readonly results: ResultAccess;
  readonly timeouts: Timeouts;
  readonly redactor: Redactor;
  readonly maxAttempts: number;
  /** Waits `delayMs`; rejects when the signal aborts. */
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  /** Hears of each response, once its headers have arrived. */
  readonly onAnswered: (answered: Answered) => void;
}

/**
 * How results are downloaded: not from this computer or its network, unless it is the gateway's own host or allowed by
 * the person.
 */
export interface ResultAccess {
  readonly fetch: FetchLike;
  readonly guard: ResultGuard;
  readonly pin: ResultNetwork['pin'];
}

/** The request of an operation. */
export interface CallSpec {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The whole address, instead of the path: of the gateway's own origin. */
  readonly url?: string;
  /** Beside those of the profile. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent as a multipart form with the fields of the body. */
  readonly files?: readonly FormFile[];
  readonly accept?: string;
  /** Calls that cost carry an idempotency key; only they can end with an unknown outcome. */
  readonly costs: boolean;
  readonly options?: CallOptions;
}

/** A running call. */
export interface Call {
  readonly spec: CallSpec;
  readonly context: ClientContext;
  readonly limits: Timeouts;
  readonly idempotencyKey: string | null;
  readonly startedAt: number;
  elapsedMs(): number;
  attempts: number;
  /** As it is sent now, without refused fields. */
  body: unknown;
  droppedFields: readonly string[];
}

/** A reply whose headers have arrived; its body is read in chunks. */
export interface Reply {
  readonly statusCode: number;
  /** With the key removed. */
  readonly headers: Headers;
  readonly redactor: Redactor;
  readonly dialect: Dialect;
  /** The next chunk, or `null` after the last. Throws a `GatewayError` when cut, silent too long or ended. */
  read(): Promise<Uint8Array | null>;
  /** Records the arrival of the first content, for the timing. */
  markFirst(): void;
  /** `cost` and `generationId` where the body tells them. */
  meta(credits: Credits, cost?: ReportedCost | null, generationId?: string | null): CallMeta;
  /** What the body and headers tell of a cost in money. */
  readCost(body: unknown): ReportedCost | null;
  /** The id by which the gateway tells later what the call cost, from the body or the headers. */
  readGeneration(body: unknown): string | null;
  /** An error that knows this reply: status, request id, attempts. */
  fail(failure: ReplyFailure): GatewayError;
  /**
   * The reply has said its end: from now on only what arrives within moments is read, and no failure is thrown. Its time
   * is counted up to here.
   */
  endSoon(): void;
  /** The reply is complete: stops the timers, and reads or drops the rest of the body. */
  finish(): void;
  /** Aborts the reply; reading then throws `aborted`. */
  abort(): void;
}

export interface ReplyFailure {
  readonly errorCode: string;
  readonly message: string;
  readonly details?: unknown;
  readonly statusCode?: number;
  readonly param?: string | null;
  readonly requestId?: string | null;
  readonly credits?: Credits;
  readonly reportedCost?: ReportedCost | null;
  /** Where absent: unknown when the call costs and `credits` do not tell its charge. */
  readonly outcomeUnknown?: boolean;
  readonly isOutOfCredits?: boolean;
  /** As the body asks for it; a header counts more. */
  readonly retryAfterMs?: number | null;
  /** When the limit ends that the body names, since the epoch; where it asks for no wait. */
  readonly resetAtMs?: number | null;
}

/** Builds the metadata of a reply; `totalMs` is open until it has ended. */
export function buildMeta(
  call: Call,
  reply: { statusCode: number; requestId: string | null; rateLimit: RateLimits | null; timing: Timing },
  credits: Credits,
  { reportedCost, generationId }: Pick<CallMeta, 'reportedCost' | 'generationId'>,
): CallMeta {
  const { attempts, idempotencyKey, droppedFields } = call;
  return { ...reply, credits, reportedCost, generationId, droppedFields, attempts, idempotencyKey };
}
