/**
 * Records every request of a `fetch` and its response, for the inspector. All HTTP of the app goes through it. Each
 * recorder is created for one key, which is removed before anything is stored, so no record ever contains it. A bug in
 * here never fails a call.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { formsOfKey } from '../../../shared/profiles/credential-names';
import { shownForm } from '../http/form-body';
import { readNetworkCause } from '../http/network-cause';
import type { CallFeed, FetchLike, RecordedCall } from '../types/call';
import { type CallWriter, createCallWriter } from './call-writer';

export interface RecorderClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  readonly newId: () => string;
}

export interface RecordedSubject {
  readonly profileId: string;
  readonly apiKey: string;
  /** Values of secret headers. */
  readonly secrets?: readonly string[];
}

export interface CallRecorder extends CallFeed {
  /** The `fetch` whose calls are recorded. */
  record(fetch: FetchLike, subject: RecordedSubject): FetchLike;
}

export function createCallRecorder({ now, monotonic, newId }: RecorderClock): CallRecorder {
  const listeners = new Set<(call: RecordedCall) => void>();
  const announce = (call: RecordedCall) => {
    for (const listener of listeners) listener(call);
  };
  return {
    onCall: (listener) => void listeners.add(listener),
    record:
      (fetch, { apiKey, secrets = [], profileId }) =>
      async (input, init) => {
        const begunMs = monotonic();
        const startedAt = now();
        const elapsedMs = () => monotonic() - begunMs;
        let call: CallWriter | null = null;
        /** Runs one step of the recording; an exception ends the recording, not the call. */
        const safely = (step: (open: CallWriter) => void) => {
          try {
            if (call !== null) step(call);
          } catch {
            call = null;
          }
        };
        const answer = withSendTime(
          () => fetch(input, init),
          () => safely((open) => open.sent()),
        );
        try {
          const onChange = () => call !== null && announce(call);
          call = createCallWriter(
            {
              id: newId(),
              secrets: [...formsOfKey(apiKey), ...secrets],
              profileId,
              startedAt,
              elapsedMs,
              onChange,
            },
            outgoing(input, init),
          );
          announce(call);
        } catch {
          call = null;
        }
        return follow(answer, init?.signal ?? null, safely);
      },
  };
}

function outgoing(input: string | URL | Request, init: RequestInit = {}) {
  const request = input instanceof Request ? input : null;
  return {
    method: init.method ?? request?.method ?? 'GET',
    url: request?.url ?? String(input),
    headers: new Headers(init.headers ?? request?.headers),
    body: typeof init.body === 'string' ? init.body : shownForm(init.body),
  };
}

type Safely = (step: (call: CallWriter) => void) => void;

async function follow(
  answer: Promise<Response>,
  signal: AbortSignal | null,
  safely: Safely,
): Promise<Response> {
  const onAbort = () => safely((call) => call.end('stopped', 'aborted'));
  const end: Safely = (step) => {
    signal?.removeEventListener('abort', onAbort);
    safely(step);
  };
  const broken = (error: unknown) =>
    end((call) => (signal?.aborted ? call.end('stopped', 'aborted') : call.end('failed', describe(error))));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const response = await answer;
    safely((call) => call.answered(response));
    return observeBody(response, {
      piece: (bytes) => safely((call) => call.piece(bytes)),
      complete: () => end((call) => call.end('done')),
      broken,
      left: () => end((call) => call.end('stopped')),
    });
  } catch (error) {
    broken(error);
    throw error;
  }
}

/** Such as `refused (ECONNREFUSED)`; never the error's text, which may quote the request. */
function describe(error: unknown): string {
  const { kind, code } = readNetworkCause(error);
  return code === null ? kind : `${kind} (${code})`;
}

interface BodyObserver {
  piece(bytes: Uint8Array): void;
  /** Read to its end. */
  complete(): void;
  broken(error: unknown): void;
  /** Its reader stopped. */
  left(): void;
}

/** The same response, observed: each chunk is passed through unchanged when it is read. */
function observeBody(response: Response, observer: BodyObserver): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    observer.complete();
    return response;
  }
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            observer.complete();
            controller.close();
          } else {
            controller.enqueue(value);
            observer.piece(value);
          }
        } catch (error) {
          observer.broken(error);
          controller.error(error);
        }
      },
      cancel(reason) {
        observer.left();
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of its reader.
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, statusText, headers });
}

// When a request was actually sent: Node's fetch reports it on its diagnostics channels; Electron's does not.

const calls = new AsyncLocalStorage<() => void>();
const requests = new WeakMap<object, () => void>();
let isListening = false;

/** Runs `send`; `onSent` is called when there is a connection and the request's headers were written to it. */
function withSendTime<Answer>(send: () => Promise<Answer>, onSent: () => void): Promise<Answer> {
  listen();
  return calls.run(onSent, send);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  subscribe('undici:request:create', (message) => {
    const onSent = calls.getStore();
    if (onSent !== undefined) requests.set((message as { request: object }).request, onSent);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    requests.get((message as { request: object }).request)?.();
  });
}
