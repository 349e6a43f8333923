import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../scripts/lib/root.mjs';

export interface StandaloneSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** The built gateway in a process of its own, so that it takes no time of the process that measures. */
export async function startStandaloneSandbox(dataFolder: string): Promise<StandaloneSandbox> {
  const entry = path.join(root, 'dist', 'electron', 'sandbox-cli.js');
  const args = [entry, '--json', '--data', dataFolder, '--rate-limit', '1000000'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The sandbox ended at once'))),
  ]);
  return {
    ...(JSON.parse(String(line)) as { baseUrl: string; apiKey: string }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
