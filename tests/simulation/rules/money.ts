/** Rule 1: charges ≤ intents the person confirmed, and every charge belongs to exactly one. */
import { markerOf } from '../far/account';
import { askedIn } from '../far/chat';
import type { FarRequest } from '../far/gateway';
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

export function checkCharges(run: Run): void {
  const counted = new Map<string, number>();
  for (const { account, name } of run.gateways) {
    for (const { marker, text, operation } of account.charges) {
      if (marker === null) {
        violate(
          run,
          'charges',
          `${name} charged ${operation} for something nobody asked for: “${text.slice(0, 60)}”`,
        );
        continue;
      }
      const chosen = run.intents.gatewayOf(marker);
      if (chosen !== 'any' && chosen !== name)
        violate(run, 'charges', `${marker} was sent with ${chosen} and charged by ${name}`);
      const call = `${marker} ${text}`;
      counted.set(call, (counted.get(call) ?? 0) + 1);
    }
  }
  for (const [call, charges] of counted) {
    const [marker = ''] = call.split(' ', 1);
    const allowed = run.intents.allowed(marker);
    if (charges > allowed)
      violate(run, 'charges', `${marker} was charged ${charges} times; ${allowed} confirmed`);
  }
}

const costly = ['chat', 'embeddings', 'images', 'speech', 'videos'];

export const isCostly = ({ route }: FarRequest): boolean => route !== null && costly.includes(route);

/** Each step looks at all requests there were. */
const known = new WeakMap<FarRequest, string | null>();

/** The name of the intent that a request carries. */
export function markerOfRequest(request: FarRequest): string | null {
  const marker = known.get(request) ?? readMarker(request);
  known.set(request, marker);
  return marker;
}

function readMarker({ body }: FarRequest): string | null {
  try {
    const parsed = JSON.parse(body);
    return markerOf(parsed.messages ? askedIn(parsed) : String(parsed.prompt ?? parsed.input ?? ''));
  } catch {
    return null;
  }
}

/** Rule 4, first half: what is sent is what was shown; a field that was added changes neither the model nor how many. */
function checkAsShown(run: Run, request: FarRequest, marker: string): void {
  const shown = run.intents.shown(marker);
  // A queued message that is asked for again is sent with what is chosen then; its first sending may not have arrived.
  if (shown === undefined || (shown.temperature !== undefined && run.intents.allowed(marker) > 1)) return;
  const { model, n = 1, temperature } = JSON.parse(request.body) as Record<string, unknown>;
  const isFirst = shown.temperature !== undefined && keyOfFirst(run, marker) === keyOf(request);
  if (isFirst && temperature !== shown.temperature)
    violate(run, 'sent', `${marker} was sent at ${temperature}, and queued at ${shown.temperature}`);
  if (![shown.model, ...(shown.later ?? [])].includes(String(model)))
    violate(run, 'sent', `${marker} was sent to ${model}, and shown for ${shown.model}`);
  if (Number(n) > shown.count)
    violate(run, 'sent', `${marker} was sent for ${n} results, and shown for ${shown.count}`);
}

const keyOf = ({ headers }: FarRequest) => headers.get('idempotency-key');

/** A reply that is asked for again later goes with the settings of that moment. */
function keyOfFirst({ gateways }: Run, marker: string): string | null {
  const all = gateways.flatMap(({ requests }) => requests.filter((one) => markerOfRequest(one) === marker));
  const [first] = all.toSorted((one, other) => one.at - other.at);
  return first === undefined ? null : keyOf(first);
}

/** Rule 4, second half: nothing is sent without a request of the person. */
export function checkSent(run: Run): void {
  for (const gateway of run.gateways) {
    for (const request of gateway.requests.filter(isCostly)) {
      const marker = markerOfRequest(request);
      if (marker === null || run.intents.allowed(marker) === 0)
        violate(run, 'sent', `${request.route} was asked for ${marker}, which nobody confirmed`);
      else checkAsShown(run, request, marker);
      if (
        marker !== null &&
        run.memory.unsent.has(marker) &&
        !isBack(run, run.memory.unsent.get(marker) ?? '')
      )
        violate(run, 'sent', `${marker} was sent after its chat was deleted`);
    }
  }
}

/** A backup or an archive may bring a deleted chat back. */
function isBack(run: Run, conversationId: string): boolean {
  const query = 'SELECT id FROM conversations WHERE id = ? AND removed_at IS NULL';
  return readDatabase(run, ({ all }) => all(query, conversationId).length > 0) ?? false;
}

export function checkHandsOff(run: Run, since: number): void {
  for (const gateway of run.gateways) {
    for (const request of gateway.requests)
      if (isCostly(request) && request.at >= since)
        violate(
          run,
          'sent',
          `${request.route} was asked for ${markerOfRequest(request)} by itself, after a start`,
        );
  }
}
