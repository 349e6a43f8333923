/** The code that replies of batches and experiments are judged with is there before the first of those is. */
import type { Handlers } from '../dispatch';
import type { Ports } from '../ports/ports';

/** Before the core of a folder that has some: how their replies end is heard, and judged, as soon as it starts. */
export async function readersFirst({ storage, loadReaders }: Pick<Ports, 'storage' | 'loadReaders'>) {
  if (storage.batches.isEmpty() && storage.experiments.isEmpty()) return;
  await loadReaders();
}

/** The same commands, each run once that code is there: those that make, bring or judge one. */
export function withReaders<Family extends Partial<Handlers>>(
  loadReaders: Ports['loadReaders'],
  family: Family,
): Family {
  const waiting = Object.entries(family).map(([name, handler]) => {
    const run = handler as (input: unknown) => unknown;
    return [name, (input: unknown) => loadReaders()?.then(() => run(input)) ?? run(input)];
  });
  return Object.fromEntries(waiting) as Family;
}
