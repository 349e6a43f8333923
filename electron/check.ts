/** The entry of `gatehouse check`: the core without a window or a server, until its check has ended. */
import { AppError } from '../shared/errors';
import { checkUsage, exitCodes, readCheckOptions, runCheckCommand } from './check-command';
import { saidOfItself } from './command-flags';
import { explain, keepWriting, withCore } from './command-line';

/** After the word `check`. */
const ownArguments = (): readonly string[] => process.argv.slice(process.argv.indexOf('check') + 1);

async function main(): Promise<number> {
  const args = ownArguments();
  const said = saidOfItself(args, checkUsage);
  const options = said === null ? readCheckOptions(args) : 'help';
  if (options === 'help') {
    process.stdout.write(`${said}
`);
    return exitCodes.works;
  }
  const sandboxEntry = new URL('./sandbox-worker.js', import.meta.url);
  return await withCore(options, sandboxEntry, async (core) => {
    // Sends nothing more, and what was sent is stored as it ended.
    const interrupt = () => void core.close().finally(() => process.exit(exitCodes.error));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    const tell = (line: string) => void process.stderr.write(`${line}\n`);
    return await runCheckCommand({ core, env: process.env, print, tell }, options);
  });
}

keepWriting();
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`gatehouse: ${explain(error, 'check')}\n`);
    process.exit(
      error instanceof AppError && error.data.code === 'over_budget' ? exitCodes.budget : exitCodes.error,
    );
  },
);
