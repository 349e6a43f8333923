/** When a host without a window has to end: on a signal, or when its parent has ended. */

import { isAlive, readProcess } from './processes';

/** How often to check whether the parent is still running, in milliseconds. */
const parentCheckMs = 1_000;

/**
 * Calls `stop` once, on SIGINT, SIGTERM, SIGHUP, or when the parent process has ended. The parent counts where it
 * started this process as its own child: with a channel, or as an npm script (npm passes nothing on when it is killed
 * outright). A host started by hand with `nohup` keeps running.
 */
export function onEnd(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  let ending = false;
  const end = (): void => {
    // A second signal means: do not wait.
    if (ending) process.exit(1);
    ending = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end);
  if (env.npm_lifecycle_event !== undefined) watchParent(end);
}

function watchParent(end: () => void): void {
  const parent = process.ppid;
  const watched = [parent, ...starterBehind(parent)];
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    end();
  }, parentCheckMs);
  timer.unref();
}

/** npm runs a script through a shell, and some shells stay in between: they outlive an npm that was killed. */
function starterBehind(parent: number): readonly number[] {
  const facts = readProcess(parent);
  return facts !== null && /^-?(ba|da|z|k)?sh$/.test(facts.name) ? [facts.parent] : [];
}
