/** Reads a gateway's refusal, in any of the known forms. */
import { findBlocked } from './blocked-prompt';
import { excerpt, fieldsOf, isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { readStatedWait, saysOutOfCredits } from './refusal-words';
import { isNumber, isRefusedByCode, isSomething } from './refused-by-code';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly details: unknown;
  readonly param: string | null;
  /** Status the body itself names, where it does; an error inside a stream has no other. */
  readonly statusCode: number | null;
  /** A wait that the words ask for, as in "retry in 21.5 s"; `null` where they ask for none. */
  readonly retryAfterMs?: number | null;
  /** The account, key or budget is empty: a retry can't help. */
  readonly isOutOfCredits: boolean;
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
  // An error in the body of a good reply comes from behind the gateway.
  if (statusCode < 400) return 'provider_error';
  return codeByStatus[statusCode] ?? `http_${statusCode}`;
}

/**
 * Reads `{ error: {…} }`, `{ error: "text" }`, `{ code, message }`, `{ detail }`, `{ message }`, `{ errors: [{…}] }`
 * `{ choices: [{ error }] }`, `{ base_resp: { status_code, status_msg } }` and lists in `detail` or `message.detail`.
 */
export function readRefusal(answer: JsonRecord, statusCode: number): Refusal {
  const body = inPlainWords(answer);
  const inner = innerOf(body);
  const message = sentenceOf(inner, body) ?? describeStatus(statusCode);
  const named = readStatus(inner) ?? readStatus(body);
  const codes = codesOf(inner, body);
  return {
    errorCode: (chooseCode(codes) ?? codeOfStatus(named ?? statusCode)).slice(0, MAX_CODE_CHARACTERS),
    message: message.slice(0, MAX_MESSAGE_CHARACTERS),
    details: inner.details ?? body.details ?? remainder(inner),
    param: wordOrNull(inner.param) ?? locationOf(inner.loc),
    retryAfterMs: readStatedWait(message, inner),
    statusCode: named,
    isOutOfCredits: saysOutOfCredits({ statusCode: named ?? statusCode, codes, message }),
  };
}

/** Envelopes of the large clouds, without case and signs. */
const ENVELOPES = ['response', 'responsemetadata'];
const CODES = ['errcode', 'errorcode', 'code'];
const WORDS = ['errmsg', 'errormsg', 'errormessage', 'message', 'messages', 'description', 'msg'];

/** `{ Response: { Error: { Code, Message } } }`, `{ ErrorMsg: { Code, Msg } }`, `{ ErrCode, ErrMsg }` and `{ error_code, error_msg }` in the usual names. */
function inPlainWords(answer: JsonRecord): JsonRecord {
  const envelopes = ENVELOPES.map((name) => fieldsOf(answer).get(name)).filter(isRecord);
  const places = [...envelopes.map((one) => fieldsOf(one).get('error')), fieldsOf(answer).get('errormsg')];
  const held = places.find(isRecord);
  if (held !== undefined) return { ...answer, error: withCommonNames(held) };
  return isSomething(answer.error) ? answer : withCommonNames(answer);
}

function withCommonNames(record: JsonRecord): JsonRecord {
  const fields = fieldsOf(record);
  const firstKnown = (names: readonly string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);
  const words = firstKnown(WORDS);
  const message =
    Array.isArray(words) && words.length > 0 && words.every(textOrNull) ? words.join(' ') : words;
  const code = record.code ?? firstKnown(CODES);
  return {
    ...record,
    ...(code !== undefined && { code }),
    ...(record.message === undefined && textOrNull(message) !== null && { message }),
  };
}

/** The record of the error itself, in whichever field it stands. */
function innerOf(body: JsonRecord): JsonRecord {
  const { message, base_resp, header, error, detail } = body;
  const held = [error, detail, firstOf(error), firstOf(body.errors), firstOf(detail), choiceError(body)];
  const wrapped = [isRecord(message) ? (firstOf(message.detail) ?? message) : null, base_resp, header];
  return [...held, ...wrapped, firstOf(body.message)].find(isRecord) ?? body;
}

/** The words that are said, and what is wrong with each field where the answer lists that beside them. */
function sentenceOf(inner: JsonRecord, body: JsonRecord): string | null {
  const words = mainSentence(inner, body);
  const list = FIELD_LISTS.map((name) => body[name] ?? inner[name]).find(Array.isArray) ?? [];
  const problems = list.slice(0, MOST_PROBLEMS).flatMap((one) => problemOf(one) ?? []);
  if (problems.length === 0) return words;
  return [words?.replace(/[.:\s]*$/, ':'), problems.join('; ')].filter(Boolean).join(' ');
}

/** What is wrong with fields, as in “Problem Details for HTTP APIs” (RFC 7807, whose example has `invalid-params`). */
const FIELD_LISTS = ['invalid_params', 'invalid-params', 'invalidParams', 'violations'];

/** The words of every problem of a list, or the first that are said anywhere. */
function mainSentence(inner: JsonRecord, body: JsonRecord): string | null {
  const { message } = body;
  const lists = [body.detail, body.errors, body.error, isRecord(message) ? message.detail : null];
  const several = lists.find((list) => Array.isArray(list) && list.length > 1);
  if (Array.isArray(several)) {
    const all = several.slice(0, MOST_PROBLEMS).flatMap((one) => problemOf(one) ?? []);
    if (all.length > 1) return all.join(' ');
  }
  const places = [wordsOf(inner), body.error, body.detail, choiceError(body), message, firstOf(body.errors)];
  return (
    [...places, body.msg, body.error_msg, body.errorMessage, body.reason, body.title]
      .map((place) => (isRecord(place) ? wordsOf(place) : textOrNull(place)))
      .find((text) => text !== null) ?? null
  );
}

/** Of a list of problems. */
const MOST_PROBLEMS = 10;

/** One of several, with the field it names (as FastAPI and its kin list them). */
function problemOf(problem: unknown): string | null {
  const words = wordsOf(problem);
  const field = isRecord(problem)
    ? (locationOf(problem.loc) ??
      wordOrNull(problem.param ?? problem.field ?? problem.name ?? problem.propertyPath))
    : null;
  return words === null || field === null || words.split(/[^\w.[\]-]+/).includes(field)
    ? words
    : `${field}: ${words}`;
}

function wordsOf(problem: unknown): string | null {
  if (!isRecord(problem)) return textOrNull(problem);
  const { message, msg, error_description, status_msg, error_msg, detail, Message, reason } = problem;
  const texts = [message, msg, error_description, status_msg, error_msg, detail, Message, reason];
  const said = texts.map(textOrNull);
  return said.find((text) => text !== null) ?? null;
}

function describeStatus(statusCode: number): string {
  return statusCode < 400
    ? 'The model ended the reply with an error and gave no reason.'
    : `The gateway refused the call with status ${statusCode}.`;
}

/** Every code and type, the most exact first. */
function codesOf(inner: JsonRecord, body: JsonRecord): readonly string[] {
  const metadata = isRecord(inner.metadata) ? inner.metadata : {};
  // Google's word for it; a number is the HTTP status once more.
  const state = typeof inner.status === 'string' && /^[A-Z_]+$/.test(inner.status) ? inner.status : null;
  return [
    inner.code,
    metadata.error_type,
    inner.type,
    state,
    inner.status_code,
    body.code,
    body.type,
    body.error_code,
    body.error_type,
  ]
    .map(codeText)
    .filter((text): text is string => text !== null);
}

/** A word before a number: a number that is a status adds nothing, and often precedes the real code. */
function chooseCode(codes: readonly string[]): string | undefined {
  const word = codes.find((code) => !isNumber(code) && code.toLowerCase() !== 'error');
  return word ?? codes.find((code) => isNumber(code) && !isErrorStatus(Number(code)));
}

const isErrorStatus = (value: number): boolean => Number.isInteger(value) && value >= 400 && value <= 599;

/** The error of a choice, where one holds it; a choice that ended by an error counts even where it gives none. */
function choiceError(body: JsonRecord): unknown {
  if (!Array.isArray(body.choices)) return undefined;
  const choices = body.choices.filter(isRecord);
  const held = choices.map(({ error }) => error).find(isSomething);
  return held ?? (choices.some((choice) => choice.finish_reason === 'error') ? {} : undefined);
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
    retryAfterMs: readStatedWait(start),
    isOutOfCredits: saysOutOfCredits({ statusCode, codes: [], message: start }),
  };
}

/**
 * The error an otherwise fine reply or stream event carries, or `null`. An `error` of `null` or `{}` is none. Besides
 * `error`: `{ object: "error" }`, an error in a choice, `{ success: false }` and `{ status: "failure" }`.
 */
export function findErrorInside(answer: JsonRecord, statusCode: number): Refusal | null {
  // Each event of a stream comes here: those with text have the usual names.
  const blocked = findBlocked(answer);
  if (blocked !== null) return readRefusal(blocked, statusCode);
  const body = Array.isArray(answer.choices) ? answer : inPlainWords(answer);
  const isError =
    isSomething(body.error) ||
    body.object === 'error' ||
    choiceError(body) !== undefined ||
    (body.success === false && isSomething(firstOf(body.errors))) ||
    (body.status === 'failure' && textOrNull(body.message) !== null && !Array.isArray(body.choices)) ||
    isRefusedByCode(body);
  if (!isError) return null;
  const refusal = readRefusal(body, statusCode);
  return isRefusedByCode(body)
    ? { ...refusal, statusCode: refusal.statusCode ?? statusOfWords(refusal) }
    : refusal;
}

/** What a refusal within a good reply says of itself: a limit of the rate may be asked again. `null` where it doesn't. */
function statusOfWords({ errorCode, message, isOutOfCredits }: Refusal): number | null {
  if (isOutOfCredits) return 402;
  const isLimit = /rate[ _-]?limit|too many requests|\bqps\b|限流|频率|请求过于频繁/i;
  return isLimit.test(`${errorCode} ${message}`) ? 429 : null;
}

/** An error that came as text alone, in an event of that type. */
export function refusalOfText(text: string, statusCode: number): Refusal {
  return readRefusal({ message: text.trim() }, statusCode);
}

function codeText(value: unknown): string | null {
  return typeof value === 'number' ? wordOf(value) : wordOrNull(value);
}

/** Python's servers write an absent word as `"None"`. */
function wordOrNull(value: unknown): string | null {
  const text = textOrNull(value);
  return text === null || /^(?:none|null)$/i.test(text) ? null : text;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function readStatus(record: JsonRecord): number | null {
  const status = [record.status, record.status_code, record.code].map((value) => Number(wordOf(value)));
  return status.find(isErrorStatus) ?? null;
}

/** `["body", "temperature"]`, as some frameworks name a field. */
function locationOf(loc: unknown): string | null {
  if (!Array.isArray(loc)) return null;
  const path = loc
    .filter((part) => part !== 'body')
    .map(wordOf)
    .join('.');
  return path === '' ? null : path;
}

/** What else the error object holds, so that nothing said is lost. */
function remainder(inner: JsonRecord): unknown {
  const { code: _code, message: _message, error: _error, param: _param, ...rest } = inner;
  return rest;
}
