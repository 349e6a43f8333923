/**
 * A press that is repeated within a second is one intent: a double click, a key pressed twice. What was typed stays in
 * the form after it was sent, so nothing else tells the second press from the wish for another result.
 */
export const ONE_PRESS_MS = 1_000;

export interface Presses {
  /** Whether the same request was accepted less than a second ago. @param name of the form or the button */
  isRepeated(name: string, request: unknown): boolean;
  /** The core accepted it. */
  accepted(name: string, request: unknown): void;
}

/** @param now milliseconds on a monotonic clock */
export function createPresses(now: () => number = () => performance.now()): Presses {
  const last = new Map<string, { readonly request: string; readonly atMs: number }>();
  return {
    isRepeated(name, request) {
      const before = last.get(name);
      return before?.request === JSON.stringify(request) && now() - before.atMs < ONE_PRESS_MS;
    },
    accepted: (name, request) => void last.set(name, { request: JSON.stringify(request), atMs: now() }),
  };
}
