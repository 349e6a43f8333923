import type { Ports } from '../ports/ports';

/** The window loads first. */
const BEGINS_AFTER_MS = 4_000;
/** Between two steps, for everything else. */
const PAUSE_MS = 15;

/**
 * Takes what an import, a repair or an earlier version left out into the search index: a million messages take some
 * minutes. Each search first takes in what was written since. Returns a function that ends it.
 */
export function indexWords({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): () => void {
  const step = () => {
    if (storage.upkeep.indexSome()) cancel = clock.setTimer(PAUSE_MS, step);
  };
  let cancel = clock.setTimer(BEGINS_AFTER_MS, step);
  return () => cancel();
}
