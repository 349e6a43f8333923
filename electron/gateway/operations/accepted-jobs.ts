/** Jobs of answers that hold no record of one: the id is all there is, or the address in a header. */
import { parseReply, sniffText } from '../http/body';
import type { Reply } from '../http/call';
import { type FoundJob, findJob } from '../parse/job-reply';

/** Some answer with the id alone, as a text or in JSON. */
export function readBareId(text: string): { readonly id: string } | null {
  const [, id] = /^\s*"?((?=.*\d)[\w.:-]{8,100})"?\s*$/.exec(text.slice(0, 200)) ?? [];
  return id === undefined ? null : { id };
}

/** An accepted request may have no more than a header that says where its job is asked for. */
export const acceptedBody = (reply: Reply, text: string): unknown =>
  sniffText(text) === 'empty' && addressIn(reply) !== null ? {} : parseReply(reply, text);

/** The job that a header alone names, by its address; `null` where none does. */
export function jobInHeaders(reply: Reply, baseUrl: string): FoundJob | null {
  const named = addressIn(reply);
  const id = named !== null && URL.canParse(named, `${baseUrl}/`) ? new URL(named, `${baseUrl}/`).href : null;
  return id === null ? null : findJob({ id, status: '' });
}

/** Where an accepted request says that its result will be (RFC 9110, 201 and 202; Azure's `Operation-Location`). */
export const addressIn = ({ headers, statusCode }: Reply): string | null =>
  headers.get('operation-location') ?? ([201, 202].includes(statusCode) ? headers.get('location') : null);
