/** The entry of `gatehouse run`: the core without a window or a server, until its experiment has ended. */
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { AppError } from '../shared/errors';
import { saidOfItself } from './command-flags';
import { type Interrupts, interruptsOf, isWritten } from './command-interrupts';
import { explain, type LogListening, withCore } from './command-line';
import { shown, terminalOf } from './command-output';
import type { Core } from './core/core';
import { createRunFunction } from './functions/run-function';
import { type RunWorld, runCommand } from './run-command';
import { filesBeside, read, whyNotWritten, writeResults } from './run-files';
import { readRunOptions, runExitCodes, runUsage } from './run-options';
import { templateCode } from './template-code';
import { withinMoment } from './test-pattern';

/** After the word `run`. */
const ownArguments = (): readonly string[] => process.argv.slice(process.argv.indexOf('run') + 1);

async function main(): Promise<number> {
  const args = ownArguments();
  const said = saidOfItself(args, runUsage);
  const options = said === null ? readRunOptions(args) : 'help';
  if (options === 'help') {
    process.stdout.write(`${said}\n`);
    return runExitCodes.passed;
  }
  const interrupts = interruptsOf(process);
  const sandboxEntry = new URL('./sandbox-worker.js', import.meta.url);
  const code = await withCore(options, sandboxEntry, (core, onLog) =>
    runCommand(worldOf(core, interrupts, onLog), options),
  );
  return (await isWritten(interrupts)) ? code : runExitCodes.error;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    // Ctrl+C or Ctrl+D in place of an answer.
    process.stderr.write('\n');
    return false;
  } finally {
    terminal.close();
  }
}

function worldOf(core: Core, interrupts: Interrupts, onLog: LogListening): RunWorld {
  return {
    core,
    env: process.env,
    ...terminalOf(process.stdout, process.stderr, process.env),
    onLog,
    confirm: process.stdin.isTTY === true ? confirm : null,
    interrupts,
    read,
    filesBeside,
    runFunction: createRunFunction(new URL('./function-worker.js', import.meta.url)),
    templateCode,
    withinMoment,
    write: writeResults,
    whyNotWritten,
    readBytes: (path) => (existsSync(path) ? readFileSync(path) : null),
    now: () => new Date(),
  };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`gatehouse: ${shown(explain(error, 'run'))}\n`);
    const isBudget = error instanceof AppError && error.data.code === 'over_budget';
    process.exit(isBudget ? runExitCodes.budget : runExitCodes.error);
  },
);
