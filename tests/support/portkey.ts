import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

const require = createRequire(import.meta.url);

export interface PortkeyGateway {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Portkey's gateway as it comes from its package, in a process of its own. */
export async function startPortkey(): Promise<PortkeyGateway> {
  const preload = new URL('./portkey-preload.mjs', import.meta.url).href;
  const child = fork(require.resolve('@portkey-ai/gateway/build/start-server.js'), ['--headless'], {
    execArgv: ['--import', preload],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (piece) => {
    errors += piece;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as AddressInfo).port));
    child.once('exit', () => reject(new Error(`Portkey ended before it answered: ${errors}`)));
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
