/** How a person, a pipeline or a closed pipe ends a command before its end. */

import { whyOf } from './file-reasons';

export type Interruption = 'signal' | 'unread' | 'unwritten';

export interface Interrupts {
  /** Resolves once the command is to end: at a signal, or where its output is no longer read, or can't be written. */
  readonly first: Promise<Interruption>;
  /** Resolves at a signal after that: it is to end at once. A third one ends the process. */
  readonly second: Promise<void>;
}

interface WatchedEnds extends Interrupts {
  /** Once all is written: why a part of the output is missing. `null` where it is whole, or nobody reads it. */
  readonly whyUnwritten: () => Promise<string | null>;
}

type Source = Pick<NodeJS.EventEmitter, 'on' | 'off'> & {
  readonly stdout: Pick<NodeJS.WriteStream, 'on' | 'isTTY' | 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'on'>;
};

/** Faults of a file that the output is written to; others are those of a pipe that nobody reads. */
const ofDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);

export function interruptsOf(source: Source): WatchedEnds {
  // A closed terminal sends SIGHUP; without a terminal it may be ignored on purpose (nohup).
  const signals = ['SIGINT', 'SIGTERM', ...(source.stdout.isTTY ? ['SIGHUP'] : [])];
  const waiting: ((why: Interruption) => void)[] = [];
  const next = <Value>() => new Promise<Value>((resolve) => waiting.push(resolve as () => void));
  const [first, second] = [next<Interruption>(), next<void>()];
  const onSignal = () => {
    waiting.shift()?.('signal');
    if (waiting.length === 0) for (const signal of signals) source.off(signal, onSignal);
  };
  for (const signal of signals) source.on(signal, onSignal);
  let unwritten: string | null = null;
  // As most programs end there: to go on would spend for an output that nobody gets.
  source.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isOfDisk = ofDisk.has(error.code ?? '');
    if (isOfDisk) unwritten ??= whyOf(error);
    if (waiting.length === 2) waiting.shift()?.(isOfDisk ? 'unwritten' : 'unread');
  });
  source.stderr.on('error', () => undefined);
  const whyUnwritten = () =>
    new Promise<string | null>((resolve) =>
      // The error of the last line comes a moment after its end.
      source.stdout.write('', () => setImmediate(() => resolve(unwritten))),
    );
  return { first, second, whyUnwritten };
}

/** Whether the whole output was written; where it was not, the reason is printed. */
export async function isWritten({ whyUnwritten }: Pick<WatchedEnds, 'whyUnwritten'>): Promise<boolean> {
  const why = await whyUnwritten();
  if (why !== null) process.stderr.write(`gatehouse: the output couldn’t be written: ${why}.\n`);
  return why === null;
}
