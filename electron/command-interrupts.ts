/** How a person, a pipeline or a closed pipe ends a command before its end. */

export type Interruption = 'signal' | 'unread';

export interface Interrupts {
  /** Resolves once the command is to end: at a signal, or where nobody reads its output any more. */
  readonly first: Promise<Interruption>;
  /** Resolves at a signal after that: it is to end at once. A third one ends the process. */
  readonly second: Promise<void>;
}

type Source = Pick<NodeJS.EventEmitter, 'on' | 'off'> & {
  readonly stdout: Pick<NodeJS.WriteStream, 'on' | 'isTTY'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'on'>;
};

export function interruptsOf(source: Source): Interrupts {
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
  // As most programs end there: to go on would spend for an output that nobody gets.
  source.stdout.on('error', () => void (waiting.length === 2 && waiting.shift()?.('unread')));
  source.stderr.on('error', () => undefined);
  return { first, second };
}
