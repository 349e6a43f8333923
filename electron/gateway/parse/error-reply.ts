/** Reads a gateway's refusal, in any of the known forms. */
import { anyWords } from './any-words';
import { findBlocked } from './blocked-prompt';
import { excerpt, fieldsOf, isRecord, type JsonRecord, textOrNull, wordOf } from './json';
import { chooseCode, codesOf, readStatus } from './refusal-codes';
import { choiceError, firstOf, locationOf, sentenceOf, wordOrNull } from './refusal-sentence';
import { readStatedReset, readStatedWait } from './refusal-wait';
import { QUOTA_IS_SPENT, saysOutOfCredits, saysQuotaIsSpent, saysTooLarge } from './refusal-words';
import { isErrorSaid, isRefusedByCode, isSomething } from './refused-by-code';
import { describePage } from './said-page';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly details: unknown;
  readonly param: string | null;
  /** Status the body itself names, where it does; an error inside a stream has no other. */
  readonly statusCode: number | null;
  /** A wait that the words ask for, as in "retry in 21.5 s"; `null` where they ask for none. */
  readonly retryAfterMs?: number | null;
  /** When a limit ends that the body names, since the epoch. */
  readonly resetAtMs?: number | null;
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
  529: 'overloaded',
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
  const message = sentenceOf(inner, body) ?? anyWords(answer) ?? describeStatus(statusCode);
  const named = readStatus(inner) ?? readStatus(body);
  const codes = codesOf(inner, body);
  const hasNoQuota = saysQuotaIsSpent(message, [inner, body]);
  const ofApp = hasNoQuota ? QUOTA_IS_SPENT : saysTooLarge(named ?? statusCode, message);
  return {
    errorCode: (ofApp ?? chooseCode(codes) ?? codeOfStatus(named ?? statusCode)).slice(
      0,
      MAX_CODE_CHARACTERS,
    ),
    message: message.slice(0, MAX_MESSAGE_CHARACTERS),
    details: inner.details ?? body.details ?? remainder(inner),
    param: wordOrNull(inner.param) ?? locationOf(inner.loc),
    // Google asks to wait for seconds also where the quota is one of a day, or is 0.
    retryAfterMs: hasNoQuota ? null : readStatedWait(message, [inner, body]),
    resetAtMs: readStatedReset([inner, body]),
    statusCode: named,
    isOutOfCredits: hasNoQuota || saysOutOfCredits({ statusCode: named ?? statusCode, codes, message }),
  };
}

/** Envelopes of the large clouds, without case and signs. */
const ENVELOPES = ['response', 'responsemetadata'];
const CODES = ['errcode', 'errorcode', 'errno', 'code'];
const WORDS = [
  'faultstring',
  'errmsg',
  'errormsg',
  'errormessage',
  'errortext',
  'message',
  'messages',
  'description',
  'msg',
];

/** `{ Response: { Error: { Code, Message } } }`, `{ ErrorMsg: { Code, Msg } }`, `{ ErrCode, ErrMsg }` and `{ error_code, error_msg }` in the usual names. */
function inPlainWords(answer: JsonRecord): JsonRecord {
  const envelopes = ENVELOPES.map((name) => fieldsOf(answer).get(name)).filter(isRecord);
  const others = [fieldsOf(answer).get('errormsg'), fieldsOf(answer).get('fault')];
  const places = [...envelopes.map((one) => fieldsOf(one).get('error')), ...others];
  const held =
    places.find(isRecord) ??
    lastErrorIn(answer) ??
    exceptionIn(answer) ??
    failedRun(answer) ??
    namedError(answer);
  if (held !== undefined) return { ...answer, error: withCommonNames(held) };
  return isSomething(answer.error) ? answer : withCommonNames(answer);
}

/** Coze's record of a chat names an error at all times, with the number 0 where there was none. */
function lastErrorIn(answer: JsonRecord): JsonRecord | undefined {
  const last = fieldsOf(answer).get('lasterror');
  return isRecord(last) && !/^0?$/.test(wordOf(last.code)) ? last : undefined;
}

/** An event of Bedrock is named by its error: `{ throttlingException: { message } }`. */
function exceptionIn(answer: JsonRecord): JsonRecord | undefined {
  const [name, held] = Object.entries(answer).find(([field]) => field.endsWith('Exception')) ?? [];
  return isRecord(held) ? { code: name, ...held } : undefined;
}

/** What a workflow of Dify ended with; a node of it may fail without an end to the whole. */
function failedRun({ event, data, workflow_run_id: run }: JsonRecord): JsonRecord | undefined {
  const isRun = event === 'workflow_finished' || (event === undefined && run !== undefined);
  if (!isRun || !isRecord(data) || !/^(?:failed|stopped)$/.test(wordOf(data.status))) return undefined;
  return { message: textOrNull(data.error) ?? `The workflow ended as ${wordOf(data.status)}.` };
}

/** An event that is called an error and has the words in any field: `{ event: "error", data: "…" }`. */
function namedError(answer: JsonRecord): JsonRecord | undefined {
  const { type, event, data, error, message } = answer;
  const isNamed = [type, event].some((name) => /^error$/i.test(wordOf(name)));
  if (!isNamed || isSomething(error) || textOrNull(message) !== null) return undefined;
  const inner = isRecord(data) ? data : {};
  const words = [
    data,
    answer.content,
    answer.text,
    answer.errorText,
    inner.error,
    inner.message,
    inner.text,
    inner.detail,
  ];
  const said = words.map(textOrNull).find((text) => text !== null);
  return said === undefined ? undefined : { message: said };
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

function describeStatus(statusCode: number): string {
  return statusCode < 400
    ? 'The model ended the reply with an error and gave no reason.'
    : `The gateway refused the call with status ${statusCode}.`;
}

/** For a body that is not JSON: status and what can be read of it. */
export function describeRefusal(text: string, statusCode: number): Refusal {
  const start = excerpt(text);
  const { kind, words } = describePage(text);
  const said = words === null ? '.' : `: “${words}”.`;
  return {
    errorCode: codeOfStatus(statusCode),
    message:
      start === ''
        ? `The gateway answered with status ${statusCode} and nothing else.`
        : `The gateway answered with status ${statusCode} and ${kind} instead of JSON${said}`,
    details: start,
    param: null,
    statusCode: null,
    retryAfterMs: readStatedWait(words ?? start),
    isOutOfCredits: saysOutOfCredits({ statusCode, codes: [], message: words ?? start }),
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
    isErrorSaid(body.error) ||
    body.object === 'error' ||
    (body.type === 'error' && textOrNull(body.message) !== null) ||
    choiceError(body) !== undefined ||
    isErrorList(body) ||
    (body.success === false && isBareRefusal(body)) ||
    (body.status === 'failure' && textOrNull(body.message) !== null && !Array.isArray(body.choices)) ||
    isRefusedByCode(body);
  if (!isError) return null;
  const refusal = readRefusal(body, statusCode);
  return isRefusedByCode(body)
    ? { ...refusal, statusCode: refusal.statusCode ?? statusOfWords(refusal) }
    : refusal;
}

/** Errors where `success` says so, or nothing else came (GraphQL, Runware). */
function isErrorList({ errors, success, data }: JsonRecord): boolean {
  const first = firstOf(errors);
  if (success === false && isSomething(first)) return true;
  return isRecord(first) && textOrNull(first.message) !== null && (data ?? null) === null;
}

/** Words and nothing else: an event of an agent may say as much of a tool that it called. */
const isBareRefusal = ({ type, event, data, message }: JsonRecord): boolean =>
  textOrNull(message) !== null && [type, event, data].every((one) => !isSomething(one));

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

/** What else the error object holds, so that nothing said is lost. */
function remainder(inner: JsonRecord): unknown {
  const { code: _code, message: _message, error: _error, param: _param, ...rest } = inner;
  return rest;
}
