/** Puts the simulated clock and its numbers where the app finds the real ones. */
import { createRandom } from './random';
import { real } from './real';
import { maybeHere, type World } from './world';

/** As Node's timers take it: an invalid or too long delay is one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;
const asNode = (delay: unknown): number => {
  const milliseconds = Number(delay);
  return milliseconds >= 1 && milliseconds <= LONGEST_MS ? Math.trunc(milliseconds) : 1;
};

type Timer = { readonly cancel: () => void; unref(): Timer; ref(): Timer; hasRef(): boolean };

function startTimer(world: World, delay: unknown, run: () => void): Timer {
  const { life } = world;
  const cancel =
    life === null
      ? () => {}
      : world.scheduler.after(asNode(delay), () => {
          if (life.isAlive) run();
        });
  const timer: Timer = { cancel, unref: () => timer, ref: () => timer, hasRef: () => true };
  return timer;
}

function startInterval(world: World, delay: unknown, run: () => void): Timer {
  let current: Timer;
  const next = () => {
    current = startTimer(world, delay, () => {
      next();
      run();
    });
  };
  next();
  const timer: Timer = {
    cancel: () => current.cancel(),
    unref: () => timer,
    ref: () => timer,
    hasRef: () => true,
  };
  return timer;
}

/** @returns puts everything back */
export function simulateGlobals(world: World): () => void {
  const random = createRandom(`${world.seed} app`);
  const set = globalThis as unknown as Record<string, unknown>;
  set.setTimeout = (run: (...given: unknown[]) => void, delay?: unknown, ...given: unknown[]) =>
    startTimer(world, delay, () => run(...given));
  set.clearTimeout = (timer: Timer | undefined) => timer?.cancel?.();
  set.setImmediate = (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    startTimer(world, 1, () => run(...given));
  set.clearImmediate = set.clearTimeout;
  set.setInterval = (run: () => void, delay?: unknown) => startInterval(world, delay, run);
  set.clearInterval = set.clearTimeout;
  Date.now = () => Math.floor(world.scheduler.now());
  Math.random = random.next;
  performance.now = world.scheduler.now;
  return () => {
    set.setTimeout = real.setTimeout;
    set.clearTimeout = real.clearTimeout;
    set.setImmediate = real.setImmediate;
    set.clearImmediate = real.clearImmediate;
    set.setInterval = real.setInterval;
    set.clearInterval = real.clearInterval;
    Date.now = real.now;
    Math.random = real.random;
    performance.now = real.monotonic;
  };
}

/** Identifiers of the current run; real ones outside of a run. */
export const appBytes = (length: number): Uint8Array<ArrayBuffer> | null => {
  const world = maybeHere();
  return world === null ? null : Uint8Array.from({ length }, () => Math.floor(Math.random() * 256));
};
