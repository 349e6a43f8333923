/** Every error the gateway can return, in OpenAI's format. `docs/gateway.md` has the table. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export interface ApiErrorFields {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** The request field that is wrong, such as `messages[2].content`. */
  readonly param?: string | null;
  readonly details?: unknown;
  readonly retryAfterSeconds?: number;
  /** Methods for the `Allow` header of a 405. */
  readonly allow?: string;
}

/** A failed call; `app.ts` turns it into the reply. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly fields: ApiErrorFields;

  constructor(message: string, fields: ApiErrorFields) {
    super(message);
    this.fields = fields;
  }
}

/** The value of `error` in a reply's body. */
export function errorBody(error: ApiError): Record<string, unknown> {
  const { status, code, param = null, details } = error.fields;
  const body = { message: error.message, type: errorType(status), param, code };
  return details === undefined ? body : { ...body, details };
}

export function errorHeaders({ fields }: ApiError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (fields.retryAfterSeconds !== undefined) headers['retry-after'] = String(fields.retryAfterSeconds);
  if (fields.allow !== undefined) headers.allow = fields.allow;
  return headers;
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 402) return 'insufficient_credits_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

/** The code of a status unless another one is given. */
export function defaultCode(status: number): string {
  return statusCodes[status] ?? (status >= 500 ? 'provider_error' : 'invalid_request');
}

const statusCodes: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_credits',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'idempotency_conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'overloaded',
};

export const invalidRequest = (message: string, param: string | null = null): ApiError =>
  new ApiError(message, { status: 400, code: 'invalid_request', param });

/** @param instead a sentence that says what to do */
export const notFound = (path: string, instead: string): ApiError =>
  new ApiError(`Nothing is served at ${path.slice(0, 200)}. ${instead}`, { status: 404, code: 'not_found' });

export const internalError = (): ApiError =>
  new ApiError('The gateway failed on this request.', { status: 500, code: 'internal_error' });
