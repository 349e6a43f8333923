import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { rootFlags } from '../../scripts/lib/display.mjs';
import { root } from '../../scripts/lib/root.mjs';
import { clock } from './statistics';

export interface DesktopStart {
  readonly child: ChildProcess;
  /** From the start of the program to the paint of what was waited for, in milliseconds. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export type DesktopProgram = 'app' | 'app-whole' | 'app-without-caret' | 'empty-window' | 'text-field';

const endMs = 8_000;
/** Far above what a start takes on a busy machine. */
const readyMs = 60_000;

/** Starts one of `tests/bench/electron` in Electron. @throws Error where it ends before it is ready */
export async function startDesktop(
  electron: string,
  program: DesktopProgram,
  home: string,
): Promise<DesktopStart> {
  const entry = path.join(root, 'tests', 'bench', 'electron', `${program}.mjs`);
  const began = clock();
  const child = spawn(electron, [...rootFlags, entry], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), readyMs);
  const readyAt = await Promise.race([firstReady(child), ended.then(() => null)]);
  clearTimeout(timer);
  if (readyAt === null) throw new Error(`${program} ended, or was ended, before its window was ready`);
  return {
    child,
    readyMs: readyAt - began,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Other output of the program is ignored. */
async function firstReady(child: ChildProcess): Promise<number | null> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line.startsWith('{"readyAt":')) return JSON.parse(line).readyAt;
  }
  return null;
}
