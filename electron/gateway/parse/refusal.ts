import { createDecoder, parseJson, readWhatComes } from '../http/body';
import type { Call } from '../http/call';
import { createReply } from '../http/reply';
import type { Watch } from '../http/watch';
import type { GatewayError } from './error';
import { describeRefusal, readRefusal } from './error-reply';
import { redirectFailure } from './failures';
import { explainInBetween } from './in-between';
import { isRecord } from './json';
import { readCredits, readRequestId } from './metadata';

/** Longer error bodies are cut: the relevant part is at the beginning. */
const MAX_ERROR_BYTES = 1_048_576;
/** Any reply other than 2xx, with as much of its body as arrived. */
export async function readRefusalReply(
  call: Call,
  watch: Watch,
  response: Response,
  url: URL,
): Promise<GatewayError> {
  const reply = createReply(call, watch, response);
  // A fetch that follows the browsers' rules hides a redirect behind status 0.
  if (response.status < 400) {
    reply.finish();
    return reply.fail(redirectFailure(response.status, reply.headers.get('location'), url));
  }
  const bytes = await readWhatComes(reply, MAX_ERROR_BYTES);
  const { strict } = call.context.redactor;
  const text = strict(createDecoder(reply.headers).decode(bytes));
  const body = parseJson(text, strict);
  const { status } = response;
  // Google's interface lists its errors.
  const [first] = [body].flat();
  const read = isRecord(first) ? readRefusal(first, status) : describeRefusal(text, status);
  const said = call.context.dialect.readRefusal(read, status);
  const inBetween = explainInBetween(status);
  return reply.fail({
    ...said,
    ...(inBetween !== null && { message: inBetween, outcomeUnknown: false }),
    statusCode: response.status,
    credits: readCredits(body, reply.headers),
    requestId: readRequestId(reply.headers, body),
  });
}
