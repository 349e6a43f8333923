/** What happens to the database between two lives of the app: pages that no longer hold what was written. */
import { toAppError } from '../../../electron/gateway/parse/error';
import { checkError } from '../rules/errors';
import { type Run, violate } from '../run-state';
import { open } from '../world/app';
import { type DamagedPart, damageDatabase } from '../world/disk/damage';
import type { Random } from '../world/random';
import { kill } from '../world/world';
import { hearLine } from './hear';
import type { Act } from './step';

type AnyPart = Exclude<DamagedPart, 'messages' | 'ledger'>;

const parts: Readonly<Record<AnyPart, number>> = { header: 1, table: 2, index: 2, search: 2 };

const damage: Act = (run, random) => damageIn(run, random, () => random.weighted(parts));

async function damageIn(run: Run, random: Random, partOf: () => DamagedPart): Promise<string> {
  const { world } = run;
  if (run.app === null || run.damage !== null) return 'finds the app gone already';
  const part = partOf();
  const isPowerCut = random.chance(0.5);
  world.isPowerCut = isPowerCut;
  kill(world);
  // What the repair needs is there.
  Object.assign(world.disk, { database: null, files: null, renames: null });
  const isDone = await damageDatabase(world, part, random);
  // What is lost of messages or the ledger is rows of a table.
  if (isDone) run.damage = { part: part === 'messages' || part === 'ledger' ? 'table' : part };
  const how = isPowerCut ? 'The power fails' : 'The process is killed';
  return `${how} and ${isDone ? `the database is damaged (${part})` : 'nothing else happens'}`;
}

/** Of messages or of the ledger: which page it is counts for some faults. */
export const damageOf =
  (part: DamagedPart): Act =>
  (run, random) =>
    damageIn(run, random, () => part);

/** The person starts the app although it runs: the second start is refused, and the first continues. */
const secondStart: Act = async (run) => {
  const { app, world } = run;
  if (app === null) return 'finds the app gone already';
  const second = await Promise.race([
    open(world, run.fetch, (line) => hearLine(run, line)).then(
      (core) => ({ core }),
      (error) => ({ error: toAppError(error) }),
    ),
    app.life.died.then(() => null),
  ]);
  if (second === null || !app.life.isAlive) return 'starts the app a second time: died';
  if ('core' in second) {
    violate(run, 'kept', 'two apps have the same data folder open');
    await second.core.close();
    return 'starts the app a second time: it runs';
  }
  checkError(run, 'The second start', second.error);
  return `starts the app a second time: ${second.error.code}`;
};

export const damageSteps = { damage, 'second-start': secondStart } satisfies Record<string, Act>;
