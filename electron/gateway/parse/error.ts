/** The one error of the client, and its translation for the rest of the app. */
import { isRefusedStatus } from '../../../shared/calls/refused';
import { AppError, type AppErrorData, boundDetails } from '../../../shared/errors';
import type { Credits, GatewayFailure, ReportedCost } from '../types/call';
import { unknownCredits } from './metadata';

export interface GatewayErrorInit {
  readonly errorCode: string;
  readonly message: string;
  readonly statusCode?: number;
  readonly details?: unknown;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly credits?: Credits;
  readonly reportedCost?: ReportedCost | null;
  readonly generationId?: string | null;
  readonly outcomeUnknown?: boolean;
  readonly attempts?: number;
  readonly param?: string | null;
  readonly isOutOfCredits?: boolean;
}

/**
 * Every failed call: refusals, network failures, time-outs, aborts, malformed bodies and cut streams alike.
 *
 * It has no `cause`: what `fetch` throws may quote the request's headers, and with them the key. What the cause said
 * is in `details`, cleaned.
 */
export class GatewayError extends Error implements GatewayFailure {
  override readonly name = 'GatewayError';
  readonly errorCode: string;
  readonly statusCode: number;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly credits: Credits;
  readonly reportedCost: ReportedCost | null;
  readonly generationId: string | null;
  readonly outcomeUnknown: boolean;
  readonly attempts: number;
  /** The field of the request that the gateway named as wrong. */
  readonly param: string | null;
  readonly isOutOfCredits: boolean;

  constructor(init: GatewayErrorInit) {
    super(init.message);
    this.errorCode = init.errorCode;
    this.statusCode = init.statusCode ?? 0;
    this.details = init.details ?? null;
    this.requestId = init.requestId ?? null;
    this.retryAfterMs = init.retryAfterMs ?? null;
    this.credits = init.credits ?? unknownCredits;
    this.reportedCost = init.reportedCost ?? null;
    this.generationId = init.generationId ?? null;
    this.outcomeUnknown = init.outcomeUnknown ?? false;
    this.attempts = init.attempts ?? 0;
    this.param = init.param ?? null;
    this.isOutOfCredits = init.isOutOfCredits ?? false;
  }
}

/** A copy of `error` with some fields replaced. */
export function amendError(error: GatewayError, changes: Partial<GatewayErrorInit>): GatewayError {
  const { errorCode, message, statusCode, details, requestId, retryAfterMs } = error;
  const { credits, reportedCost, generationId, outcomeUnknown, attempts, param, isOutOfCredits } = error;
  return new GatewayError({
    errorCode,
    message,
    statusCode,
    details,
    requestId,
    retryAfterMs,
    credits,
    reportedCost,
    generationId,
    outcomeUnknown,
    attempts,
    param,
    isOutOfCredits,
    ...changes,
  });
}

/**
 * Whether a call may have been accepted and charged although no usable answer arrived.
 *
 * Free calls never; a refusal (3xx, 4xx, 503, 529) never; an answer that names its charge never, for then it is known.
 */
export function isOutcomeUnknown(costs: boolean, statusCode: number, credits: Credits): boolean {
  const isRefusal = (statusCode >= 300 && statusCode < 500) || isRefusedStatus(statusCode);
  return costs && !isRefusal && credits.used === null;
}

const BEARER = /\b(Bearer|Basic)\s+[^\s"',;]+/gi;

/**
 * Any thrown thing as the record that may cross a boundary. What this client throws is already free of the key; from
 * foreign errors anything that looks like an `Authorization` header is taken out.
 */
export function toAppError(error: unknown): AppErrorData {
  if (error instanceof AppError) return error.data;
  if (error instanceof GatewayError) return fromGatewayError(error);
  const message = error instanceof Error ? error.message : String(error);
  const isAbort = error instanceof Error && error.name === 'AbortError';
  return {
    code: isAbort ? 'aborted' : 'internal',
    message: message.replace(BEARER, '$1 [key removed]') || 'The operation failed without an error message.',
  };
}

function fromGatewayError(error: GatewayError): AppErrorData {
  return {
    code: error.errorCode,
    message: error.message,
    ...(error.statusCode > 0 && { statusCode: error.statusCode }),
    ...(error.requestId !== null && { requestId: error.requestId }),
    ...(error.retryAfterMs !== null && { retryAfterMs: error.retryAfterMs }),
    ...(error.param !== null && { field: error.param }),
    ...(error.details !== null && { details: boundDetails(error.details) }),
    ...(error.attempts > 0 && { attempts: error.attempts }),
    outcomeUnknown: error.outcomeUnknown,
    ...(error.isOutOfCredits && { isOutOfCredits: true }),
  };
}
