/** The entry of `gatehouse check`: the core without a window or a server, until its check has ended. */
import { AppError } from '../shared/errors';
import { exitCodes, readCheckOptions, runCheckCommand } from './check-command';
import { checkUsage } from './check-usage';
import { saidOfItself } from './command-flags';
import { interruptsOf, isWritten } from './command-interrupts';
import { explain, withCore } from './command-line';
import { shown, terminalOf } from './command-output';

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
  const interrupts = interruptsOf(process);
  const sandboxEntry = new URL('./sandbox-worker.js', import.meta.url);
  const code = await withCore(options, sandboxEntry, async (core, onLog) => {
    // Again: at once, and what was sent is stored as it ended.
    void interrupts.second.then(() => core.close().finally(() => process.exit(exitCodes.error)));
    const { print, tell } = terminalOf(process.stdout, process.stderr, process.env);
    return await runCheckCommand(
      { core, env: process.env, print, tell, interrupts, onLog, isAttended: process.stdin.isTTY === true },
      options,
    );
  });
  return (await isWritten(interrupts)) ? code : exitCodes.error;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`gatehouse: ${shown(explain(error, 'check'))}\n`);
    process.exit(
      error instanceof AppError && error.data.code === 'over_budget' ? exitCodes.budget : exitCodes.error,
    );
  },
);
