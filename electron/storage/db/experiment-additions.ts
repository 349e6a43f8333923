import { z } from 'zod';
import type { ExperimentStore } from '../../core/ports/experiments';
import type { Database } from './driver';
import { readJson } from './json-column';

/** In the table of values that stand alone. */
const KEY = 'experiment-additions';

/** An answer that was lost is asked for again soon: later ones push the oldest out. */
const KEPT = 200;

const one = z.object({ of: z.string(), id: z.string(), made: z.array(z.number()) });

type AdditionStore = Pick<ExperimentStore, 'madeBy' | 'noteAddition'>;

/** What the latest additions to experiments made, by the ids of their intents. */
export function createAdditions(database: Database): AdditionStore {
  const latest = () => {
    const row = database.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', KEY);
    return z.array(one).safeParse(readJson(row?.value, [])).data ?? [];
  };
  return {
    madeBy: (of, id) => latest().find((known) => known.of === of && known.id === id)?.made,
    noteAddition(of, id, made) {
      const kept = [{ of, id, made: [...made] }, ...latest()].slice(0, KEPT);
      database.run(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        ...[KEY, JSON.stringify(kept)],
      );
    },
  };
}
