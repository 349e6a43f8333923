import { partIdOf } from '../../../shared/chat/written-parts';
import type { AppEvent } from '../../../shared/contract';
import { toWholeCharacter } from '../../../shared/text/cut-text';
import type { Clock } from '../ports/clock';
import { type CallPlace, isCall } from './live-call';
import { isStretch, type LiveReply, type LiveStretch } from './live-reply';

/** Windows draw a growing text twenty times a second; more events cost time and show nothing new. */
const JOIN_MS = 50;

export interface DeltaJoiner {
  /** Called after text was added to the live reply. */
  touch(): void;
  /** Emits what is left and stops. */
  end(): void;
}

/**
 * Joins the deltas of one reply to the rate at which a window draws. The first is emitted at once, so the first word is
 * not late.
 */
export function createDeltaJoiner(
  live: LiveReply,
  clock: Clock,
  emit: (event: AppEvent) => void,
): DeltaJoiner {
  const emitted = new Emitted(live, emit);
  let cancelTimer: (() => void) | null = null;
  const onTimer = () => {
    cancelTimer = null;
    if (emitted.catchUp()) cancelTimer = clock.setTimer(JOIN_MS, onTimer);
  };
  return {
    touch() {
      if (cancelTimer) return;
      emitted.catchUp();
      cancelTimer = clock.setTimer(JOIN_MS, onTimer);
    },
    end() {
      cancelTimer?.();
      cancelTimer = null;
      emitted.end();
    },
  };
}

/** How much of each part the windows have. */
class Emitted {
  readonly #live: LiveReply;
  readonly #emit: (event: AppEvent) => void;
  readonly #lengths = new Map<number, Pick<LiveStretch, 'type'> & { length: number }>();
  readonly #calls = new Map<
    number,
    { readonly length: number; readonly rewrites: number; readonly name: string }
  >();
  #rewrites: number;
  #hasEnded = false;

  constructor(live: LiveReply, emit: (event: AppEvent) => void) {
    this.#live = live;
    this.#emit = emit;
    this.#rewrites = live.rewrites;
    for (const { number, type, text } of live.parts.filter(isStretch))
      this.#lengths.set(number, { type, length: text.length });
  }

  end(): void {
    this.#hasEnded = true;
    this.catchUp();
  }

  /** Emits what the windows lack. @returns whether there was anything */
  catchUp(): boolean {
    const isRewrite = this.#live.rewrites > this.#rewrites;
    this.#rewrites = this.#live.rewrites;
    if (isRewrite) this.#emptyGone();
    let hasChanges = isRewrite;
    for (const part of this.#live.parts) {
      if (!isStretch(part)) continue;
      const from = isRewrite ? 0 : (this.#lengths.get(part.number)?.length ?? 0);
      if (!isRewrite && this.#shown(part).length <= from) continue;
      this.#emitPart(part, from, isRewrite);
      hasChanges = true;
    }
    for (const part of this.#live.parts) if (isCall(part)) hasChanges = this.#emitCall(part) || hasChanges;
    return hasChanges;
  }

  /** Half an emoji is no character: it waits for the other half, or for the end. */
  #shown({ text }: { readonly text: string }): string {
    return this.#hasEnded ? text : toWholeCharacter(text);
  }

  /** @returns whether windows lacked anything of it */
  #emitCall({ number, call }: CallPlace): boolean {
    const { id, name, hasTextInput, rewrites } = call;
    const text = this.#shown(call);
    const known = this.#calls.get(number);
    const isWhole = known?.rewrites !== rewrites;
    if (!isWhole && known?.length === text.length && known.name === name) return false;
    this.#calls.set(number, { length: text.length, rewrites, name });
    const { id: messageId, conversationId, choice } = this.#live;
    const offset = isWhole ? 0 : known.length;
    this.#emit({
      type: 'message.call',
      conversationId,
      messageId,
      partId: partIdOf(messageId, number),
      callId: id,
      name,
      hasTextInput,
      offset,
      text: text.slice(offset),
      ...(isWhole && known !== undefined && { isWhole: true }),
      ...(choice !== null && { index: choice }),
    });
    return true;
  }

  #emptyGone(): void {
    const left = new Set(this.#live.parts.map(({ number }) => number));
    for (const [number, { type }] of this.#lengths) {
      if (left.has(number)) continue;
      this.#lengths.delete(number);
      this.#emitPart({ number, type, text: '', base: '' }, 0, true);
    }
  }

  #emitPart(part: LiveStretch, offset: number, isWhole: boolean): void {
    const { id, conversationId, choice } = this.#live;
    const shown = this.#shown(part);
    const before = this.#lengths.has(part.number) ? undefined : this.#nextKnown(part);
    this.#emit({
      type: 'message.delta',
      conversationId,
      messageId: id,
      partId: partIdOf(id, part.number),
      part: part.type,
      offset,
      text: shown.slice(offset),
      ...(before !== undefined && { before: partIdOf(id, before) }),
      ...(isWhole && { isWhole: true }),
      ...(choice !== null && { index: choice }),
    });
    if (shown !== '') this.#lengths.set(part.number, { type: part.type, length: shown.length });
  }

  /** The first part behind it that windows have; most parts are new at the end. */
  #nextKnown(part: LiveStretch): number | undefined {
    const { parts } = this.#live;
    const at = parts.indexOf(part);
    return at < 0 ? undefined : parts.slice(at + 1).find(({ number }) => this.#lengths.has(number))?.number;
  }
}
