/** What a gateway says when it refuses, in whatever shape it says it. */
import { excerpt } from './excerpt';
import { isRecord, type JsonRecord, textOrNull } from './json';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly details: unknown;
  readonly param: string | null;
  /** Status the body itself names, where it does; an error inside a stream has no other. */
  readonly statusCode: number | null;
}

/** Codes of the documented error table, for gateways that send a status only. */
const codeByStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'idempotency_conflict',
  413: 'payload_too_large',
  422: 'invalid_request',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'provider_error',
  503: 'overloaded',
};

const MAX_CODE_CHARACTERS = 100;
const MAX_MESSAGE_CHARACTERS = 2_000;

/** The code to give where the gateway gave none. */
export function codeOfStatus(statusCode: number): string {
  return codeByStatus[statusCode] ?? `http_${statusCode}`;
}

/**
 * Reads `{ error: {…} }`, `{ error: "text" }`, `{ code, message }`, `{ detail }`, `{ message }` and
 * `{ errors: [{…}] }`.
 */
export function readRefusal(body: JsonRecord, statusCode: number): Refusal {
  const inner = [body.error, body.detail, firstOf(body.errors), firstOf(body.detail)].find(isRecord) ?? body;
  const code = [inner.code, inner.type, body.code].map(codeText).find((text) => text !== null);
  const message = [inner.message, inner.msg, inner.error_description, body.error, body.detail, body.message]
    .map(textOrNull)
    .find((text) => text !== null);
  return {
    errorCode: (code ?? codeOfStatus(statusCode)).slice(0, MAX_CODE_CHARACTERS),
    message: (message ?? `The gateway refused the call with status ${statusCode}.`).slice(
      0,
      MAX_MESSAGE_CHARACTERS,
    ),
    details: inner.details ?? body.details ?? remainder(inner),
    param: textOrNull(inner.param) ?? locationOf(inner.loc),
    statusCode: readStatus(inner) ?? readStatus(body),
  };
}

/** For a body that is not JSON: status and what can be read of it. */
export function describeRefusal(text: string, statusCode: number): Refusal {
  const start = excerpt(text);
  const kind = /^\s*</.test(text) ? 'a web page' : 'plain text';
  return {
    errorCode: codeOfStatus(statusCode),
    message:
      start === ''
        ? `The gateway answered with status ${statusCode} and nothing else.`
        : `The gateway answered with status ${statusCode} and ${kind} instead of JSON.`,
    details: start,
    param: null,
    statusCode: null,
  };
}

/** The error an otherwise fine reply or stream event carries, or `null`. An `error` of `null` or `{}` is none. */
export function findErrorInside(body: JsonRecord, statusCode: number): Refusal | null {
  const { error } = body;
  const isError = textOrNull(error) !== null || (isRecord(error) && Object.keys(error).length > 0);
  return isError ? readRefusal(body, statusCode) : null;
}

function codeText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOrNull(value);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function readStatus(record: JsonRecord): number | null {
  const status = [record.status, record.status_code, record.code].map(Number);
  return status.find((value) => Number.isInteger(value) && value >= 400 && value <= 599) ?? null;
}

/** `["body", "temperature"]`, as some frameworks name a field. */
function locationOf(loc: unknown): string | null {
  if (!Array.isArray(loc)) return null;
  const path = loc.filter((part) => part !== 'body').join('.');
  return path === '' ? null : path;
}

/** What the error object holds besides what was read from it, so that nothing said is lost. */
function remainder(inner: JsonRecord): unknown {
  const { code: _code, message: _message, error: _error, ...rest } = inner;
  return rest;
}
