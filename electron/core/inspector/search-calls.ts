import type { CallBody, CallDetail } from '../../../shared/inspector';
import type { RecordedCall } from '../../gateway/types/call';

/** The calls that contain every word, in path, method, status, model, error, request id, bodies or events. */
export function searchCalls(calls: readonly RecordedCall[], query: string): readonly RecordedCall[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return calls;
  // A regular expression ignores case without a second copy of every body.
  const patterns = words.map((word) => new RegExp(word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'i'));
  return calls.filter((call) => {
    const detail = call.detail();
    return patterns.every((pattern) => isIn(detail, pattern));
  });
}

function isIn(call: CallDetail, pattern: RegExp): boolean {
  const { method, url, status, statusText, state, model, error, requestId } = call;
  const line = [method, url, status, statusText, state, model, error, requestId].join('\n');
  return (
    pattern.test(line) ||
    bodyHas(call.requestBody, pattern) ||
    bodyHas(call.responseBody, pattern) ||
    call.events.some(({ type, data }) => pattern.test(data) || pattern.test(type))
  );
}

function bodyHas(body: CallBody, pattern: RegExp): boolean {
  return body.kind === 'text' && (pattern.test(body.text) || pattern.test(body.tail));
}
