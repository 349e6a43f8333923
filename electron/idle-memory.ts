/**
 * Gives memory back when a thread has nothing to do. Node collects garbage only to make room for more, so what a busy
 * minute left over would stay taken for as long as nothing follows.
 */
import { collectGarbage } from './collect-garbage';
import type { Core } from './core/core';

/** Between two messages of a person at work nothing is collected: it takes the thread for some 30 ms. */
export const IDLE_MS = 10_000;

export interface IdleMemory {
  /** Something happens: the wait begins anew. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/** Waits for the first time from now on, since a start leaves much over. @param isBusy puts it off */
export function createIdleMemory(isBusy: () => boolean = () => false): IdleMemory {
  const timer = setTimeout(() => {
    if (isBusy()) timer.refresh();
    else collectGarbage();
  }, IDLE_MS).unref();
  return { touch: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

/** The same core; it is idle while nothing is asked of it and nothing of it is told. */
export function withIdleMemory(core: Core): Core {
  const memory = createIdleMemory();
  const unsubscribe = core.subscribe(memory.touch);
  return {
    ...core,
    call(name, input) {
      memory.touch();
      return core.call(name, input);
    },
    async close() {
      unsubscribe();
      memory.stop();
      await core.close();
    },
  };
}
