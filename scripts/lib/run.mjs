// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions & { timeoutMs?: number }} RunOptions */

/**
 * Runs a program to its end; signals that this process gets are passed on to it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options] `timeoutMs`: end it after this long
 * @returns {Promise<number>} its exit code; 128 and more where a signal ended it, 127 where it could not start
 */
export function run(command, args, { timeoutMs, ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const stopPassing = passSignals(child);
  return new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer);
      stopPassing();
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('exit', (code, signal) => end(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignals(child) {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends Ctrl+C to both; a second one would end the child before it has cleaned up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
