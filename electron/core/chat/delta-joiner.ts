import type { AppEvent } from '../../../shared/contract';
import type { Clock } from '../ports/clock';
import type { LiveReply } from './live-reply';

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
  const emitted = { text: live.text.length, reasoning: live.reasoning.length };
  let rewrites = live.rewrites;
  let cancelTimer: (() => void) | null = null;

  const emitPart = (part: 'text' | 'reasoning', isRewrite: boolean) => {
    const offset = isRewrite ? 0 : emitted[part];
    const text = live[part].slice(offset);
    if (text === '' && !isRewrite) return;
    emitted[part] = offset + text.length;
    emit({
      type: 'message.delta',
      conversationId: live.conversationId,
      messageId: live.id,
      part,
      offset,
      text,
      ...(isRewrite && { isWhole: true }),
      ...(live.choice !== null && { index: live.choice }),
    });
  };
  const emitAll = () => {
    const isRewrite = live.rewrites > rewrites;
    rewrites = live.rewrites;
    emitPart('reasoning', isRewrite);
    emitPart('text', isRewrite);
    return isRewrite;
  };
  const onTimer = () => {
    cancelTimer = null;
    const before = emitted.text + emitted.reasoning;
    if (emitAll() || emitted.text + emitted.reasoning > before)
      cancelTimer = clock.setTimer(JOIN_MS, onTimer);
  };

  return {
    touch() {
      if (cancelTimer) return;
      emitAll();
      cancelTimer = clock.setTimer(JOIN_MS, onTimer);
    },
    end() {
      cancelTimer?.();
      cancelTimer = null;
      emitAll();
    },
  };
}
