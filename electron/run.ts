/** The entry of `gatehouse run`: the core without a window or a server, until its experiment has ended. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { AppError } from '../shared/errors';
import { saidOfItself } from './command-flags';
import { explain, keepWriting, withCore } from './command-line';
import type { Core } from './core/core';
import { createRunFunction } from './functions/run-function';
import { type RunWorld, runCommand } from './run-command';
import { filesBeside, read } from './run-files';
import { readRunOptions, runExitCodes, runUsage } from './run-options';
import { templateCode } from './template-code';

/** After the word `run`. */
const ownArguments = (): readonly string[] => process.argv.slice(process.argv.indexOf('run') + 1);

async function main(): Promise<number> {
  const args = ownArguments();
  const said = saidOfItself(args, runUsage);
  const options = said === null ? readRunOptions(args) : 'help';
  if (options === 'help') {
    process.stdout.write(`${said}
`);
    return runExitCodes.passed;
  }
  const sandboxEntry = new URL('./sandbox-worker.js', import.meta.url);
  return await withCore(options, sandboxEntry, (core) => runCommand(worldOf(core), options));
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

function worldOf(core: Core): RunWorld {
  const isTerminal = process.stderr.isTTY === true;
  const clear = isTerminal ? '\r\x1B[K' : '';
  return {
    core,
    env: process.env,
    print: (line) => void process.stdout.write(`${process.stdout.isTTY ? clear : ''}${line}\n`),
    tell: (line) => void process.stderr.write(`${clear}${line}\n`),
    progress: (line) => void (isTerminal && process.stderr.write(`${clear}${line}`)),
    confirm: process.stdin.isTTY === true ? confirm : null,
    interrupted: new Promise((stop) => {
      // A second time ends it at once: what was sent is stored as far as it came.
      const end = () => void core.close().finally(() => process.exit(runExitCodes.error));
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => {
          process.once(signal, end);
          stop();
        });
    }),
    read,
    filesBeside,
    runFunction: createRunFunction(new URL('./function-worker.js', import.meta.url)),
    templateCode,
    write: (name, text) => writeFileSync(name, text),
    readBytes: (path) => (existsSync(path) ? readFileSync(path) : null),
    now: () => new Date(),
  };
}

keepWriting();
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`gatehouse: ${explain(error, 'run')}\n`);
    const isBudget = error instanceof AppError && error.data.code === 'over_budget';
    process.exit(isBudget ? runExitCodes.budget : runExitCodes.error);
  },
);
