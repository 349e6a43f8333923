import { isOutcomeUnknown } from '../parse/error';
import { findErrorInside, type Refusal, readRefusal, refusalOfText } from '../parse/error-reply';
import type { JsonRecord } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { Reply } from './call';

/** Throws if the body of a reply with a good status contains an error. */
export function failInside(reply: Reply, body: JsonRecord): void {
  const refusal = reply.redactor.strict(amended(reply, findErrorInside(body, reply.statusCode)));
  if (refusal !== null) throw reply.fail({ ...refusal, ...statusOf(reply, refusal.statusCode, body) });
}

/**
 * An error in an event of a stream: in its data, or as the data of an `error` event, which may be plain text. `null` if
 * the event is not an error.
 */
export function streamedFailure(
  reply: Reply,
  data: JsonRecord | string,
  isErrorEvent: boolean,
  hasText: boolean,
) {
  const refusal = reply.redactor.strict(amended(reply, readEventError(data, isErrorEvent, reply.statusCode)));
  if (refusal === null) return null;
  const known = statusOf(reply, refusal.statusCode, typeof data === 'string' ? {} : data);
  // Text that has arrived may be charged, whatever status the error names.
  const outcomeUnknown = hasText ? isOutcomeUnknown(true, reply.statusCode, known.credits) : undefined;
  return reply.fail({ ...refusal, ...known, outcomeUnknown });
}

function readEventError(data: JsonRecord | string, isErrorEvent: boolean, status: number): Refusal | null {
  if (typeof data === 'string') return refusalOfText(data, status);
  return isErrorEvent ? readRefusal(data, status) : findErrorInside(data, status);
}

const amended = ({ dialect, statusCode }: Reply, refusal: Refusal | null): Refusal | null =>
  refusal === null ? null : dialect.readRefusal(refusal, statusCode);

function statusOf(reply: Reply, statusCode: number | null, body: JsonRecord) {
  return { statusCode: statusCode ?? reply.statusCode, credits: readCredits(body, reply.headers) };
}
