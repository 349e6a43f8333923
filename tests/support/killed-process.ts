/** A program that is killed at some time after it opened. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * @param program a bundle that sends `open` once it is open, and `asked` once what it was given to do has been accepted
 * @param from which of them its life is counted from: on a slow machine it may otherwise always end before the second
 */
export async function liveAndDie(
  program: string,
  env: NodeJS.ProcessEnv,
  lifeMs: number,
  from: 'open' | 'asked' = 'open',
): Promise<void> {
  const child = fork(program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const isThere = new Promise<void>((resolve) => {
    child.on('message', (message) => (from !== 'asked' || message === 'asked' ? resolve() : undefined));
  });
  await Promise.race([isThere, exit]);
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  child.kill('SIGKILL');
  await exit;
}
