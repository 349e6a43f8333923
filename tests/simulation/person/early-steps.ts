/** Judged experiments that are changed while they run: what the changed run had not foreseen is asked by no later press. */
import { sleep } from '../drive';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe } from './call';
import { anyExact, askOneAgain, cellsOf, createJudged, hasEnded, pressOf } from './exact-steps';
import type { Act } from './step';

const PATIENCE_S = 120;

/** The experiment that was made in this step, once nothing of it is under way; `null` where that can't be seen. */
async function whenQuiet(run: Run, random: Random, step: string) {
  for (let second = 0; second < PATIENCE_S; second += 1) {
    await sleep(run, 1_000);
    const made = await anyExact(run, random, ({ title }) => title === `Experiment ${step}`);
    if (made === null) return null;
    const { counts, judgements, state } = made;
    if (state !== 'running' && counts.running + judgements.running === 0) return made;
  }
  return null;
}

/** Nothing is shown for it, and nothing confirmed. */
async function takeBack(run: Run, random: Random, id: string): Promise<string> {
  const left = (await cellsOf(run, id)).filter(({ isExcluded }) => isExcluded);
  if (left.length === 0) return 'sees no cell to take back';
  const input = { id, cells: left.map((cell) => cell.id), isExcluded: false };
  return `takes it back ${await pressOf(run, random, id, () => ask(run, 'experiments.exclude', input))}`;
}

/**
 * A cell is left out before it has an answer. It counts again while another is asked for, or before that: either way only what
 * was shown for the other is asked.
 */
const leaveOutEarly: Act = async (run, random, step) => {
  const said = await createJudged(run, random, step);
  const made = await anyExact(run, random, ({ title }) => title === `Experiment ${step}`);
  const open = made === null ? [] : (await cellsOf(run, made.id)).filter((cell) => !hasEnded(cell));
  if (made === null || open.length === 0) return `${said}, and sees no cells of it`;
  const input = { id: made.id, cells: [random.pick(open).id], isExcluded: true };
  const left = describe(await ask(run, 'experiments.exclude', input));
  const quiet = await whenQuiet(run, random, step);
  if (quiet === null) return `${said}, leaves out a cell: ${left}`;
  const acts = [() => askOneAgain(run, random, quiet), () => takeBack(run, random, quiet.id)];
  const acted: string[] = [];
  for (const act of random.chance(0.5) ? acts : acts.toReversed()) acted.push(await act());
  return `${said}, leaves out a cell: ${left}, ${acted.join(', ')}`;
};

/** It is stopped with answers that nobody judged, and one of them is asked for again. */
const stopAndAsk: Act = async (run, random, step) => {
  const said = await createJudged(run, random, step);
  await sleep(run, random.int(200, 15_000));
  const made = await anyExact(run, random, ({ title }) => title === `Experiment ${step}`);
  if (made === null) return said;
  const stopped = describe(await ask(run, 'experiments.stop', { id: made.id }));
  const quiet = await whenQuiet(run, random, step);
  if (quiet === null) return `${said}, stops it: ${stopped}`;
  return `${said}, stops it: ${stopped}, ${await askOneAgain(run, random, quiet)}`;
};

export const earlySteps = { 'leave-out-early': leaveOutEarly, 'stop-and-ask': stopAndAsk } satisfies Record<
  string,
  Act
>;
