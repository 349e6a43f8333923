/** Writes a chat stream as server-sent events. */
import type { Step } from './generation';
import type { Completion, Head } from './shapes';
import { chunkBody, usageBody } from './shapes';

/**
 * The events of one stream, in order: `start` once, `steps` as they come, `end` once.
 *
 * The last chunk carries usage and metadata. Without `include_usage` that is the chunk with the last finish reason,
 * because clients that never asked for it may read `choices[0]` of every chunk; with it, it is a chunk of its own
 * with no choices, as OpenAI's is.
 */
export class EventWriter {
  readonly #head: Head;
  readonly #includesUsage: boolean;
  readonly #replies: number;
  #lastFinish: Extract<Step, { finish: unknown }> | null = null;

  constructor(head: Head, replies: number, includesUsage: boolean) {
    this.#head = head;
    this.#replies = replies;
    this.#includesUsage = includesUsage;
  }

  start(): string {
    const delta = { role: 'assistant', content: '', refusal: null };
    return Array.from({ length: this.#replies }, (_, index) => this.#choice(index, delta)).join('');
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
    if ('text' in step) return this.#choice(step.choice, { content: step.text });
    const earlier = this.#finishEvent({});
    this.#lastFinish = step;
    return earlier;
  }

  #finishEvent(extra: Record<string, unknown>): string {
    const step = this.#lastFinish;
    if (step === null) return '';
    const chunk = chunkBody(this.#head, { index: step.choice, delta: {}, finish: step.finish });
    return event({ ...chunk, ...this.#noUsageYet(), ...extra });
  }

  #choice(index: number, delta: Record<string, unknown>): string {
    return event({ ...chunkBody(this.#head, { index, delta, finish: null }), ...this.#noUsageYet() });
  }

  #noUsageYet(): Record<string, unknown> {
    return this.#includesUsage ? { usage: null } : {};
  }
}

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const done = 'data: [DONE]\n\n';
