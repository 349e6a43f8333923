import type { CallDetail } from '../inspector';
import { curlCommand } from './curl-command';

/** A recorded call as a command that sends the same again; `null` where its body was not kept whole. */
export function callToCurl(call: CallDetail): string | null {
  const { method, url, requestHeaders, requestBody, eventCount } = call;
  if (requestBody.kind === 'binary' || (requestBody.kind === 'text' && requestBody.leftOutBytes > 0))
    return null;
  return curlCommand({
    ...{ method, url, isStream: eventCount > 0 },
    headers: requestHeaders.filter(([name]) => name !== 'user-agent' && name !== 'connection'),
    body: requestBody.kind === 'text' ? requestBody.text : null,
  });
}
