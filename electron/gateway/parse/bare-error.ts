import { type Refusal, readRefusal } from './error-reply';
import { isRecord, type JsonRecord, numberOrNull, textOrNull, wordOf } from './json';

const NAMES = /error|exceeded|overloaded|unavailable|denied|invalid/i;

/**
 * An event of a stream that holds the words of an error and nothing of a reply: Cerebras sends `{ message, type,
 * status_code }`, servers in Python `{ detail }`.
 */
export function findBareError(body: JsonRecord, statusCode: number): Refusal | null {
  const { choices, usage, detail } = body;
  const message = body.message ?? body.errorText;
  if (choices !== undefined || usage !== undefined) return null;
  const isSaid = textOrNull(message) !== null && (isNamed(body) || hasErrorStatus(body));
  const isDetail = (textOrNull(detail) !== null || isRecord(detail)) && Object.keys(body).length <= 2;
  return isSaid || isDetail ? readRefusal(body, statusCode) : null;
}

const isNamed = ({ type, code }: JsonRecord): boolean => NAMES.test(`${wordOf(type)} ${wordOf(code)}`);

const hasErrorStatus = ({ status, status_code, code }: JsonRecord): boolean =>
  [status, status_code, code].some((one) => (numberOrNull(one) ?? 0) >= 400);
