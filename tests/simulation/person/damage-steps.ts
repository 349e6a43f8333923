/** What happens to the database between two lives of the app: pages that no longer hold what was written. */
import { type DamagedPart, damageDatabase } from '../world/disk/damage';
import { kill } from '../world/world';
import type { Act } from './step';

const parts: Readonly<Record<DamagedPart, number>> = { header: 1, table: 2, index: 2, search: 2 };

const damage: Act = async (run, random) => {
  const { world } = run;
  if (run.app === null || run.damage !== null) return 'finds the app gone already';
  const part = random.weighted(parts);
  const isPowerCut = random.chance(0.5);
  world.isPowerCut = isPowerCut;
  kill(world);
  // What the repair needs is there.
  Object.assign(world.disk, { database: null, files: null, renames: null });
  const isDone = await damageDatabase(world, part, random);
  if (isDone) run.damage = { part };
  const how = isPowerCut ? 'The power fails' : 'The process is killed';
  return `${how} and ${isDone ? `the database is damaged (${part})` : 'nothing else happens'}`;
};

export const damageSteps = { damage } satisfies Record<string, Act>;
