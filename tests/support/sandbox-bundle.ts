/** The gateway's entries as they are shipped, bundled into a folder of their own. */
import { bundlePrograms } from './bundle';

export interface SandboxBundle {
  /** Path of the command line's program. */
  readonly cli: string;
  /** Path of the worker's program. */
  readonly worker: string;
  remove(): Promise<void>;
}

export async function bundleSandbox(): Promise<SandboxBundle> {
  const programs = await bundlePrograms({
    worker: 'electron/sandbox/worker.ts',
    cli: 'electron/sandbox/cli.ts',
    'sandbox-media': 'electron/sandbox/media/worker.ts',
  });
  return { cli: programs.pathOf('cli'), worker: programs.pathOf('worker'), remove: programs.remove };
}
