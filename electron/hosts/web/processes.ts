/** Facts about other processes of this machine, without a library. */
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
