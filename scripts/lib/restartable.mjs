// @ts-check
import { spawn } from 'node:child_process';

/**
 * A program that is ended and started again on demand, one at a time.
 * @param {() => { command: string, args: readonly string[], env: NodeJS.ProcessEnv }} describe asked at each start
 * @param {(code: number) => void} onEnd called when the program ends unasked
 */
export function createRestartable(describe, onEnd) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  /** @type {Promise<void>} */
  let last = Promise.resolve();

  function start() {
    const { command, args, env } = describe();
    const started = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
    child = started;
    started.on('exit', (code) => {
      if (child === started) onEnd(code ?? 1);
    });
  }

  async function stop() {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    ending.kill('SIGTERM');
    await new Promise((resolve) => ending.once('exit', resolve));
  }

  return {
    /** Waits for an earlier restart; the program of that one may never have been seen. */
    restart() {
      last = last.then(stop).then(start);
      return last;
    },
    stop: () => last.then(stop),
  };
}
