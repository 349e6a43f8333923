/** Rule 6 for cache points: they go where the person set them, to models that take them, and to no others. */
import { CACHED } from '../far/cache';
import type { FarRequest } from '../far/gateway';
import { isWritten } from '../person/json-steps';
import type { CacheMarks } from '../person/memory';
import { type Run, violate } from '../run-state';
import { markerOfRequest } from './money';

const checked = new WeakSet<FarRequest>();

interface Sent {
  readonly role: string;
  readonly content: unknown;
}

export function checkCachePoints(run: Run): void {
  for (const { requests } of run.gateways)
    for (const request of requests) {
      if (request.route !== 'chat' || checked.has(request)) continue;
      checked.add(request);
      const marker = markerOfRequest(request);
      const problem = problemOf(run, request, marker);
      if (problem !== null) violate(run, 'sent', `${marker} was sent with ${problem}`);
    }
}

function problemOf(run: Run, request: FarRequest, marker: string | null): string | null {
  const { model, messages = [] } = JSON.parse(request.body) as { model: unknown; messages?: Sent[] };
  const isForOthers = messages.some((one) => isMarked(one) && !isWritten(one));
  if (model !== CACHED) return isForOthers ? 'a cache point to a model that takes none' : null;
  const marks = run.memory.cacheMarks.get(marker ?? '');
  // A reply that is asked for again goes with the marks of that moment.
  if (marks === undefined || run.intents.allowed(marker ?? '') > 1) return null;
  run.memory.cacheMarks.delete(marker ?? '');
  return asSet(messages, marks);
}

const isMarked = (message: Sent): boolean => JSON.stringify(message).includes('"cache_control"');

function asSet(messages: readonly Sent[], { system, texts }: CacheMarks): string | null {
  const [first] = messages;
  const hasSystem = first?.role === 'system' && isMarked(first);
  if (system !== null && !hasSystem) return 'no cache point at its system prompt';
  if (system === '1h' && !JSON.stringify(first).includes('"ttl":"1h"')) return 'a cache point of minutes';
  const plain = messages.filter(({ role }) => role === 'user').map((one) => ({ one, text: plainText(one) }));
  if (plain.some(({ one, text }) => texts.includes(text) && !isMarked(one))) return 'no cache point';
  // What was sent together has the mark of any of its messages.
  const isOdd = plain.some(({ one, text }) => isMarked(one) && !texts.some((mine) => text.includes(mine)));
  return isOdd ? 'a cache point that nobody set' : null;
}

function plainText({ content }: Sent): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n\n');
}
