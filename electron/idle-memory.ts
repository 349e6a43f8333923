/**
 * Collects garbage when a thread is idle. Node collects only when it allocates, so memory from a busy period would
 * otherwise stay in use.
 */
import { collectGarbage } from './collect-garbage';
import type { Core } from './core/core';

/** Long enough not to run while someone is working: a collection blocks the thread for about 30 ms. */
export const IDLE_MS = 10_000;

export interface IdleMemory {
  /** Restarts the idle timer. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/** The timer runs from now on, since a start leaves much garbage. @param isBusy postpones the collection */
export function createIdleMemory(isBusy: () => boolean = () => false): IdleMemory {
  const timer = setTimeout(() => {
    if (isBusy()) timer.refresh();
    else collectGarbage();
  }, IDLE_MS).unref();
  return { touch: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

/** The same core, observed: it is idle while no command runs and no event is sent. */
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
