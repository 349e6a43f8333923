/** One chat call from its first token to its charge. */
import type { ChargeState, Hold } from '../account';
import type { ChatModel, ChatTurn } from '../models/model';
import { costOf } from '../pricing';
import type { Services } from '../services';
import type { Tokenizer } from '../tokens';
import type { FinishReason, Step } from './generation';
import { generate } from './generation';
import type { ChatRequest } from './request';
import type { CallHead, Completion } from './shapes';

export interface CallParts {
  readonly services: Services;
  readonly request: ChatRequest;
  readonly model: ChatModel;
  readonly turns: readonly ChatTurn[];
  readonly tokenizer: Tokenizer;
  readonly promptTokens: number;
  /** Covers the prompt already. */
  readonly hold: Hold;
  readonly requestId: string;
  /** As the charge names it. */
  readonly operation: string;
  readonly idempotencyKey: string | null;
  /** Stores the reply for a repeated key; runs in the transaction of the charge. */
  readonly keep: (completion: Completion) => void;
  /** Runs once, when the call has ended in any way. */
  readonly onEnd: () => void;
}

export interface Settled {
  readonly completion: Completion;
  readonly balanceMicros: number;
}

/** The client disconnected, or the gateway stops. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

export class ChatCall {
  readonly head: Pick<Completion, 'id' | 'created' | 'model'>;
  /** The function that each choice calls, where the request demands one. */
  readonly toolCalls: readonly (CallHead | undefined)[];
  readonly #parts: CallParts;
  readonly #ending = new AbortController();
  readonly #batches: AsyncGenerator<readonly Step[]>;
  readonly #texts: string[];
  readonly #finishes: (FinishReason | null)[];
  #completionTokens = 0;
  #hasEnded = false;

  constructor(parts: CallParts) {
    const { services, request, model, turns, tokenizer } = parts;
    this.#parts = parts;
    this.#texts = Array<string>(request.replies).fill('');
    this.#finishes = Array<FinishReason | null>(request.replies).fill(null);
    this.head = {
      id: `chatcmpl-${crypto.randomUUID().replaceAll('-', '')}`,
      created: Math.floor(services.now() / 1000),
      model: model.id,
    };
    this.toolCalls = this.#texts.map(() => callHead(request));
    const { elapsed, sleep } = services;
    this.#batches = generate({
      model,
      request,
      turns,
      tokenizer,
      now: elapsed,
      sleep: (ms) => sleep(ms, this.#ending.signal),
      payToken: () => this.#payToken(),
    });
    services.running.add(this);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * The next steps, or `null` after the last.
   * @throws BrokenOff where `abort` came first; otherwise what the model threw.
   */
  async next(): Promise<readonly Step[] | null> {
    const batch = await this.#batches.next().catch((error: unknown) => {
      throw this.#hasEnded ? new BrokenOff() : error;
    });
    if (this.#hasEnded) throw new BrokenOff();
    if (batch.done) return null;
    for (const step of batch.value) this.#note(step);
    return batch.value;
  }

  /** Charges for the prompt and every token so far, and stores the reply. Once; later calls are refused. */
  settle(state: ChargeState): Settled {
    const { hold, model, promptTokens, requestId, operation, idempotencyKey, keep } = this.#parts;
    const usage = { promptTokens, completionTokens: this.#completionTokens };
    const completion: Completion = {
      ...this.head,
      choices: this.#texts.map((text, index) => {
        const call = this.toolCalls[index];
        return { text, finish: this.#finishes[index] ?? 'length', ...(call && { call }) };
      }),
      usage,
      costMicros: costOf(model.pricing, usage),
    };
    const fields = {
      operation,
      model: model.id,
      requestId,
      idempotencyKey,
      state,
      ...usage,
    };
    try {
      const together = () => keep(completion);
      return { completion, balanceMicros: hold.settle(completion.costMicros, fields, together) };
    } finally {
      this.#end();
    }
  }

  /** The client disconnected, or the gateway stops: charges what was sent. Does nothing after the end. */
  abort(): void {
    if (!this.#hasEnded) this.settle('aborted');
  }

  /** Ends without a charge: nothing was sent. */
  cancel(): void {
    if (this.#hasEnded) return;
    this.#parts.hold.release();
    this.#end();
  }

  #note(step: Step): void {
    if ('text' in step) this.#texts[step.choice] += step.text;
    else this.#finishes[step.choice] = step.finish;
  }

  #payToken(): boolean {
    const { hold, model } = this.#parts;
    const isPaid = hold.extend(model.pricing.outputMicros);
    if (isPaid) this.#completionTokens += 1;
    return isPaid;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#parts.services.running.delete(this);
    this.#ending.abort();
    // The generator may be sleeping; it ends as soon as its sleep is interrupted.
    this.#batches.return(undefined).catch(() => undefined);
    this.#parts.onEnd();
  }
}

function callHead({ tool }: ChatRequest): CallHead | undefined {
  if (tool === null) return undefined;
  const { name, isLegacy } = tool;
  return { id: `call_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`, name, isLegacy };
}
