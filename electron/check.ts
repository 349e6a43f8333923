/** The entry of `gatehouse check`: the core without a window or a server, until its check has ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import { AppError } from '../shared/errors';
import {
  type CheckOptions,
  CheckUsageError,
  checkUsage,
  exitCodes,
  readCheckOptions,
  runCheckCommand,
} from './check-command';
import { openGatehouse } from './compose';
import { dataFolder, mediaFolder, prepareDataFolder } from './data-folder';
import { nodeFetch } from './gateway/network/node-network';

/** After the word `check`. */
const ownArguments = (): readonly string[] => process.argv.slice(process.argv.indexOf('check') + 1);

async function main(): Promise<number> {
  const options = readCheckOptions(ownArguments());
  if (options === 'help') {
    process.stdout.write(`${checkUsage}\n`);
    return exitCodes.works;
  }
  if (options.baseUrl === null) {
    const home = dataFolder();
    prepareDataFolder(home);
    return await checkIn(home, options);
  }
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-check-'));
  try {
    return await checkIn(home, options);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function checkIn(home: string, options: CheckOptions): Promise<number> {
  const core = await openGatehouse({
    home,
    host: 'browser',
    fetch: nodeFetch,
    version,
    sandboxEntry: new URL('./sandbox-worker.js', import.meta.url),
    mediaFolder: mediaFolder(home),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  // Sends nothing more, and what was sent is stored as it ended.
  const interrupt = () => void core.close().finally(() => process.exit(exitCodes.error));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await runCheckCommand(
      {
        core,
        env: process.env,
        print: (line) => process.stdout.write(`${line}\n`),
        tell: (line) => process.stderr.write(`${line}\n`),
      },
      options,
    );
  } finally {
    await core.close();
  }
}

function explain(error: unknown): string {
  if (error instanceof CheckUsageError) return `${error.message}\n\n${checkUsage}`;
  if (error instanceof AppError && error.data.code === 'busy')
    return `${error.message} Close it, or name the gateway with --base-url.`;
  return error instanceof Error ? error.message : String(error);
}

// The reader of the output may stop reading.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`gatehouse: ${explain(error)}\n`);
    process.exit(
      error instanceof AppError && error.data.code === 'over_budget' ? exitCodes.budget : exitCodes.error,
    );
  },
);
