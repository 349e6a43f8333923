import type { CallDetail } from '../calls/inspector';
import { curlCommand } from './curl-command';

/**
 * Left out: headers of this app's own transport, and the idempotency key, since running the command means another call
 * (and a gateway refuses the same key with another body).
 */
const ownHeaders: ReadonlySet<string> = new Set(['user-agent', 'connection', 'idempotency-key']);

/** A recorded call as a command that sends the same again; `null` where its body was not stored in full. */
export function callToCurl(call: CallDetail): string | null {
  const { method, url, requestHeaders, requestBody, eventCount } = call;
  if (requestBody.kind === 'binary' || (requestBody.kind === 'text' && requestBody.leftOutBytes > 0))
    return null;
  return curlCommand({
    method,
    url,
    isStream: eventCount > 0,
    headers: requestHeaders.filter(([name]) => !ownHeaders.has(name)),
    body: requestBody.kind === 'text' ? requestBody.text : null,
  });
}
