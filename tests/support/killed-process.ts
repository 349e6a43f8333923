/** A program that is killed at some time after it opened. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** @param program a bundle that sends a message once it is open */
export async function liveAndDie(program: string, env: NodeJS.ProcessEnv, lifeMs: number): Promise<void> {
  const child = fork(program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  await Promise.race([once(child, 'message'), exit]);
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  child.kill('SIGKILL');
  await exit;
}
