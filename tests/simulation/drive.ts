/** Runs the world, one event at a time, until the story has ended. */

import type { Run } from './run-state';
import { violate } from './run-state';
import { Killed } from './world/life';
import { quiet } from './world/real';

const MOST_EVENTS_A_MINUTE = 60_000;
const MOST_EVENTS = 600_000;

/** Runs `tell` to its end on the simulated clock. */
export async function drive(run: Run, tell: () => Promise<void>): Promise<void> {
  let isDone = false;
  let failure: unknown = null;
  tell().then(
    () => {
      isDone = true;
    },
    (error) => {
      failure = error;
      isDone = true;
    },
  );
  await quiet();
  const { scheduler } = run.world;
  let minute = scheduler.now();
  for (let events = 0, inMinute = 0; !isDone; events += 1, inMinute += 1) {
    if (!moveOn(run)) throw new Error('Nothing is left to happen, and the story is not over');
    await quiet();
    if (run.world.held !== null) await run.world.held;
    if (scheduler.now() - minute > 60_000) {
      minute = scheduler.now();
      inMinute = 0;
    }
    if (inMinute < MOST_EVENTS_A_MINUTE && events < MOST_EVENTS) continue;
    violate(run, 'waits', `${inMinute} events within a simulated minute: something spins`);
    return;
  }
  if (failure !== null) throw failure;
}

/** An uncaught exception of the app would end a real process, or leave something undone. */
function moveOn(run: Run): boolean {
  try {
    return run.world.scheduler.step(Infinity);
  } catch (error) {
    noteUncaught(run, error);
    return true;
  }
}

export function noteUncaught(run: Run, error: unknown): void {
  if (error instanceof Killed) return;
  violate(run, 'errors', `Nobody caught this: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Waits on the simulated clock, even if the app is killed meanwhile. */
export const sleep = ({ world }: Run, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void world.scheduler.after(milliseconds, resolve));
