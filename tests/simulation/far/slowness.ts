/** Answers that take long and do come: a model that thinks, a queue, a slow line. None of them is an error. */
import type { Gateway } from './gateway';

const MINUTE_MS = 60_000;

/** Before the first byte of an answer, in milliseconds; nothing in most cases. */
export function drawDelay({ random, isPrompt }: Gateway): number {
  const isSlow = random.chance(0.05) && !isPrompt;
  return isSlow ? random.int(1.5 * MINUTE_MS, 25 * MINUTE_MS) : 0;
}

/** A stream's own slowness. */
export interface StreamPace {
  /** Between the headers and the first word. */
  readonly thinksMs: number;
  /** How many times longer the words take. */
  readonly factor: number;
}

/** @param lastsMs how long its words take else; one that grows goes on for about forty minutes */
export function drawStreamPace({ random, isPrompt }: Gateway, lastsMs: number): StreamPace {
  const drawn = random.weighted({ brisk: 93, thinks: 4, grows: 3 });
  const kind = isPrompt ? 'brisk' : drawn;
  return {
    thinksMs: kind === 'thinks' ? random.int(1.5 * MINUTE_MS, 9 * MINUTE_MS) : 0,
    factor: kind === 'grows' ? (40 * MINUTE_MS) / lastsMs : 1,
  };
}
