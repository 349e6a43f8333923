/**
 * Facts about other processes of this machine, without a library; and when a host without a window has to
 * end with them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessFacts {
  readonly parent: number;
  readonly name: string;
  /** It has ended, and its parent has not collected its status. */
  readonly isZombie: boolean;
}

/** Whether a process is still running; one that can't be queried counts as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || readProcess(pid)?.isZombie !== true;
}

/** `null` where there is no such process, or no way to find out. */
export function readProcess(pid: number): ProcessFacts | null {
  try {
    // Minimal Linux systems come without `ps`.
    return process.platform === 'linux' ? readProc(pid) : readPs(pid);
  } catch {
    return null;
  }
}

/** `pid (name) state parent …`, where the name may hold anything. */
function readProc(pid: number): ProcessFacts | null {
  const match = /^\d+ \((.*)\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return match && { name: match[1] ?? '', isZombie: match[2] === 'Z', parent: Number(match[3]) };
}

function readPs(pid: number): ProcessFacts | null {
  const output = execFileSync('ps', ['-o', 'ppid=,state=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const match = /^\s*(\d+)\s+(\S+)\s+(?:.*\/)?(.*?)\s*$/s.exec(output);
  return (
    match && { parent: Number(match[1]), isZombie: match[2]?.startsWith('Z') ?? false, name: match[3] ?? '' }
  );
}

/** How often to check whether the parent is still running, in milliseconds. */
const parentCheckMs = 1_000;

/**
 * Calls `stop` once, on SIGINT, SIGTERM, SIGHUP, or when the parent process has ended. The parent counts where it
 * started this process as its own child: with a channel, or as an npm script (npm passes nothing on when it is killed
 * outright). A host started by hand with `nohup` keeps running.
 */
export function onEnd(stop: () => void, env: NodeJS.ProcessEnv = process.env): void {
  let ending = false;
  const end = (): void => {
    // A second signal means: do not wait.
    if (ending) process.exit(1);
    ending = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end);
  if (env.npm_lifecycle_event !== undefined) watchParent(end);
}

function watchParent(end: () => void): void {
  const parent = process.ppid;
  const watched = [parent, ...starterBehind(parent)];
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    end();
  }, parentCheckMs);
  timer.unref();
}

/** npm runs a script through a shell, and some shells stay in between: they outlive an npm that was killed. */
function starterBehind(parent: number): readonly number[] {
  const facts = readProcess(parent);
  return facts !== null && /^-?(ba|da|z|k)?sh$/.test(facts.name) ? [facts.parent] : [];
}
