import { isOutcomeUnknown } from '../parse/error';
import { findErrorInside, readRefusal } from '../parse/error-reply';
import type { JsonRecord } from '../parse/json';
import { readCredits } from '../parse/metadata';
import type { Reply } from './call';

/** Throws where a reply with a good status says in its body that it failed. */
export function failInside(reply: Reply, body: JsonRecord): void {
  const refusal = reply.redactor.strict(findErrorInside(body, reply.statusCode));
  if (refusal !== null) throw reply.fail({ ...refusal, ...statusOf(reply, refusal.statusCode, body) });
}

/** An error that came as an event of a stream: under `error`, or as the data of an event of that type. */
export function streamedFailure(reply: Reply, body: JsonRecord, isErrorEvent: boolean, hasText: boolean) {
  const said = isErrorEvent ? readRefusal(body, reply.statusCode) : findErrorInside(body, reply.statusCode);
  const refusal = reply.redactor.strict(said);
  if (refusal === null) return null;
  const known = statusOf(reply, refusal.statusCode, body);
  // Text that has come may be charged for, whatever status the error names.
  const outcomeUnknown = hasText ? isOutcomeUnknown(true, reply.statusCode, known.credits) : undefined;
  return reply.fail({ ...refusal, ...known, outcomeUnknown });
}

function statusOf(reply: Reply, statusCode: number | null, body: JsonRecord) {
  return { statusCode: statusCode ?? reply.statusCode, credits: readCredits(body, reply.headers) };
}
