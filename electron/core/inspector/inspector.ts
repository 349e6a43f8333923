import { type CallBody, type CallDetail, type CallPage, KEPT_CALLS } from '../../../shared/calls/inspector';
import { callToCurl } from '../../../shared/code/curl-command';
import type { AppEvent, CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { CallFeed, RecordedCall } from '../../gateway/types/call';
import type { EventBus } from '../events';
import type { Clock } from '../ports/clock';
import { type CallHistoryLimits, createCallHistory } from './call-history';
import { toHar } from './har';

export interface Inspector {
  list(input: CheckedInput<'inspector.list'>): CallPage;
  /** @throws AppError `not_found` where it was removed to make room. */
  get(id: string): CallDetail;
  /** The request body of the call with this idempotency key; `null` if it is not stored completely. */
  bodySentWith(idempotencyKey: string): Readonly<Record<string, unknown>> | null;
  /** The record of the newest call with this idempotency key; `null` if it is no longer kept. */
  idSentWith(idempotencyKey: string): string | null;
  /** Clears all finished calls. */
  clear(): void;
  /** @throws AppError `not_found`; `invalid_input` for a cURL command of a call whose body was not stored in full. */
  export(input: CheckedInput<'inspector.export'>): { text: string; calls: number };
  close(): void;
}

const callHistoryLimits: CallHistoryLimits = { calls: KEPT_CALLS, bytes: 32 * 1_048_576 };

export interface InspectorOptions {
  readonly calls: CallFeed;
  readonly events: EventBus;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The app's version, for the files it writes. */
  readonly version: string;
  readonly limits?: CallHistoryLimits;
}

/** Every HTTP call of the app, in memory only: gone when the app closes. The records never hold the key. */
export function createInspector({
  calls,
  events,
  clock,
  version,
  limits = callHistoryLimits,
}: InspectorOptions): Inspector {
  const history = createCallHistory(limits);
  const reports = createCallReports(clock, events.emit, history.put);
  calls.onCall(reports.update);

  const get = (id: string): CallDetail => {
    const call = history.get(id);
    if (call) return call.detail();
    throw new AppError({
      code: 'not_found',
      message: `No longer available: the inspector keeps the last ${KEPT_CALLS} requests.`,
    });
  };
  return {
    list({ query, cursor, limit }) {
      const found = searchCalls(history.all(), query);
      const start = cursor === null ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
      const page = found.slice(start, start + limit);
      const hasMore = start + limit < found.length;
      return {
        calls: page.map((call) => call.summary()),
        nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null,
        total: found.length,
        dropped: history.dropped(),
      };
    },
    get,
    bodySentWith(idempotencyKey) {
      const call = history.all().find((one) => one.requestHeader('idempotency-key') === idempotencyKey);
      return call ? wholeBody(call.detail()) : null;
    },
    idSentWith: (key) =>
      history.all().find((one) => one.requestHeader('idempotency-key') === key)?.id ?? null,
    clear() {
      history.clear();
      events.emit({ type: 'calls.cleared' });
    },
    export({ ids, format }) {
      const chosen = ids === null ? history.all().map((call) => call.detail()) : ids.map(get);
      const text = format === 'har' ? toHar(chosen, version) : chosen.map(toCurl).join('\n\n');
      return { text, calls: chosen.length };
    },
    close: reports.end,
  };
}

function wholeBody({ requestBody }: CallDetail): Readonly<Record<string, unknown>> | null {
  if (requestBody.kind !== 'text' || requestBody.leftOutBytes > 0) return null;
  return JSON.parse(requestBody.text);
}

function toCurl(call: CallDetail): string {
  const command = callToCurl(call);
  if (command !== null) return command;
  throw new AppError({
    code: 'invalid_input',
    message: 'The body of this call was too large to record in full, so it can’t be exported as a command.',
  });
}

/** How often a running call is reported to windows, in milliseconds. */
const NEWS_MS = 250;

interface CallReports {
  update(call: RecordedCall): void;
  end(): void;
}

/** Reports a call when it starts and when it ends, and at intervals between. */
function createCallReports(
  clock: Pick<Clock, 'setTimer'>,
  emit: (event: AppEvent) => void,
  /** Called before each report, so that the size is measured as often as it is reported. */
  onReport: (call: RecordedCall) => void,
): CallReports {
  const begun = new WeakSet<RecordedCall>();
  const waiting = new Set<RecordedCall>();
  let cancelTimer: (() => void) | null = null;

  const report = (call: RecordedCall) => {
    waiting.delete(call);
    onReport(call);
    emit({ type: 'call.changed', call: call.summary() });
  };
  const onTimer = () => {
    cancelTimer = null;
    for (const call of [...waiting]) report(call);
  };
  return {
    update(call) {
      if (!begun.has(call) || !call.isOpen()) {
        begun.add(call);
        report(call);
        return;
      }
      waiting.add(call);
      cancelTimer ??= clock.setTimer(NEWS_MS, onTimer);
    },
    end() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}

/** The calls that contain every word, in path, method, status, model, error, request id, bodies or events. */
function searchCalls(calls: readonly RecordedCall[], query: string): readonly RecordedCall[] {
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
