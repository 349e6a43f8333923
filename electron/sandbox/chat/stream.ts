/** Streams a call to its client: pulled by the connection, so that a slow reader slows the model down. */
import { ApiError, defaultCode, errorBody, internalError } from '../errors';
import { SimulatedFault } from '../models/flaky';
import { metadata } from '../reply';
import type { Services } from '../services';
import { BrokenOff, type ChatCall, type Settled } from './call';
import type { Step } from './generation';
import type { ChatRequest } from './request';
import {
  type CallHead,
  type Completion,
  chunkBody,
  finishOf,
  type Head,
  openingDelta,
  textDelta,
  usageBody,
} from './shapes';

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};

export interface StreamParts {
  readonly services: Services;
  readonly call: ChatCall;
  readonly request: ChatRequest;
  /** Steps that were produced before the reply started. */
  readonly first: readonly Step[] | null;
  /** Closes the client's connection without a response. */
  readonly hangUp: () => void;
}

/** The events of a running call. Its charge is on the disk before the last event is sent. */
export function streamBody(parts: StreamParts): ReadableStream<Uint8Array> {
  const { call, request } = parts;
  const writer = new EventWriter(call.head, call.toolCalls, request.includesUsage);
  const encoder = new TextEncoder();
  let opening = writer.start();
  let waiting: readonly Step[] | null | undefined = parts.first;
  const nextText = async (): Promise<string> => {
    for (;;) {
      const steps = waiting === undefined ? await call.next() : waiting;
      waiting = undefined;
      if (steps === null) return '';
      const text = writer.steps(steps);
      if (text !== '') return text;
    }
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (text: string): void => {
      controller.enqueue(encoder.encode(opening + text));
      opening = '';
    };
    try {
      const text = await nextText();
      if (text !== '') return send(text);
      send(writer.end(...lastWords(call.settle('completed'))));
      controller.close();
    } catch (error) {
      const ending = brokenEnd(parts, error);
      if (ending === null) return parts.hangUp();
      send(ending);
      controller.close();
    }
  };
  return new ReadableStream({ pull, cancel: () => call.abort() }, { highWaterMark: 0 });
}

/** A stored result as the events of a stream: the same text, in one event for each reply. */
export function replayEvents(completion: Completion, request: ChatRequest, balanceMicros: number): string {
  const calls = completion.choices.map(({ call }) => call);
  const writer = new EventWriter(completion, calls, request.includesUsage);
  const steps = completion.choices.flatMap(({ text, finish }, choice): Step[] => [
    { choice, text },
    { choice, finish },
  ]);
  const [, last] = lastWords({ completion, balanceMicros });
  return writer.start() + writer.steps(steps) + writer.end(completion, last);
}

const lastWords = ({ completion, balanceMicros }: Settled): [Completion, Record<string, unknown>] => [
  completion,
  metadata(completion.costMicros, balanceMicros),
];

/** How a stream ends that broke after it had started (what was sent is charged); `null` closes the connection. */
function brokenEnd({ services, call }: StreamParts, error: unknown): string | null {
  if (error instanceof BrokenOff) return null;
  // The charge itself failed, so the connection fails too.
  if (call.hasEnded) throw error;
  const { completion, balanceMicros } = call.settle('failed');
  const mode = error instanceof SimulatedFault ? error.fields.mode : null;
  if (mode === 'cut') return null;
  if (mode === 'malformed') return malformed(call.head.id);
  const known = error instanceof SimulatedFault ? providerError(error) : internalError();
  if (!(error instanceof SimulatedFault)) services.onInternalError(error);
  return event({ error: errorBody(known), ...metadata(completion.costMicros, balanceMicros) });
}

export const malformed = (id: string): string =>
  `data: {"id":"${id}","choices":[{"index":0,"delta":{"con\n\n`;

export function providerError({ message, fields }: SimulatedFault): ApiError {
  const isStatus = fields.mode === 'status';
  return new ApiError(message, {
    status: (isStatus ? fields.status : 502) as 502,
    code: isStatus ? fields.code : defaultCode(502),
    ...(fields.retryAfterSeconds !== null && isStatus && { retryAfterSeconds: fields.retryAfterSeconds }),
  });
}

// Writes a chat stream as server-sent events.

/**
 * The events of one stream, in order: `start` once, `steps` as they come, `end` once.
 *
 * The last chunk carries usage and metadata. Without `include_usage` that is the chunk with the last finish reason,
 * because clients that never asked for it may read `choices[0]` of every chunk; with it, it is a chunk of its own
 * with no choices, as OpenAI's is.
 */
class EventWriter {
  readonly #head: Head;
  readonly #includesUsage: boolean;
  readonly #calls: readonly (CallHead | undefined)[];
  #lastFinish: Extract<Step, { finish: unknown }> | null = null;

  /** @param calls one for each choice, also where it calls nothing */
  constructor(head: Head, calls: readonly (CallHead | undefined)[], includesUsage: boolean) {
    this.#head = head;
    this.#calls = calls;
    this.#includesUsage = includesUsage;
  }

  start(): string {
    return this.#calls.map((call, index) => this.#choice(index, openingDelta(call))).join('');
  }

  steps(steps: readonly Step[]): string {
    return steps.map((step) => this.#step(step)).join('');
  }

  end(completion: Completion, metadata: Record<string, unknown>): string {
    const extra = { usage: usageBody(completion.usage), ...metadata };
    const finish = this.#finishEvent(this.#includesUsage ? {} : extra);
    const usage = this.#includesUsage ? event({ ...chunkBody(this.#head, null), ...extra }) : '';
    return `${finish}${usage}${done}`;
  }

  /** Held back until it is known whether another one follows: the last one may carry the usage. */
  #step(step: Step): string {
    if ('text' in step) return this.#choice(step.choice, textDelta(step.text, this.#calls[step.choice]));
    const earlier = this.#finishEvent({});
    this.#lastFinish = step;
    return earlier;
  }

  #finishEvent(extra: Record<string, unknown>): string {
    const step = this.#lastFinish;
    if (step === null) return '';
    const finish = finishOf(step.finish, this.#calls[step.choice]);
    const chunk = chunkBody(this.#head, { index: step.choice, delta: {}, finish });
    return event({ ...chunk, ...this.#noUsageYet(), ...extra });
  }

  #choice(index: number, delta: Record<string, unknown>): string {
    return event({ ...chunkBody(this.#head, { index, delta, finish: null }), ...this.#noUsageYet() });
  }

  #noUsageYet(): Record<string, unknown> {
    return this.#includesUsage ? { usage: null } : {};
  }
}

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const done = 'data: [DONE]\n\n';
