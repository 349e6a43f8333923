/** What was asked in batches and comparisons, opened as experiments, and models that judge answers that are there. */
import type { CheckedInput } from '../../../shared/contract';
import type { ExperimentSummary } from '../../../shared/lab/experiment';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { anyExperiment, mostJudgements } from './experiment-steps';
import { allowJudging } from './judging';
import type { Act } from './step';

export type Source = CheckedInput<'experiments.openFrom'>;

export async function anySource(run: Run, random: Random): Promise<Source | null> {
  const page = await read(run, 'batches.page', { modality: null, cursor: null, limit: 50 });
  const batches = (page?.batches ?? []).map(({ id }): Source => ({ kind: 'batch', id }));
  const comparisons = [...run.memory.comparisons].map((id): Source => ({ kind: 'comparison', id }));
  const found = [...batches, ...comparisons].sort((one, other) => (one.id < other.id ? -1 : 1));
  return found.length === 0 ? null : random.pick(found);
}

/** Nothing is sent for it, so that nothing is allowed; pressed twice it is opened once. */
const openFrom: Act = async (run, random) => {
  const source = await anySource(run, random);
  if (source === null) return 'has nothing to open in the lab';
  const [answer, other] = await Promise.all([
    ask(run, 'experiments.openFrom', source),
    random.chance(0.3) ? ask(run, 'experiments.openFrom', source) : null,
  ]);
  for (const one of [answer, other]) if (one?.is === 'ok') await noteCells(run, one.value.id);
  return `opens a ${source.kind} in the lab: ${describe(answer)}`;
};

export async function noteCells(run: Run, id: string): Promise<void> {
  const page = await read(run, 'experiments.cells', { id, after: 0, limit: 200 });
  if (page !== null) run.memory.experiments.set(id, { cells: page.cells.length });
}

/** Behind the last gap of a request to a judge is the name of its own intent, whatever was asked of the models before. */
export const criterion = (marker: string) => `It is kind.\n\n${marker}`;

export const isToJudge = ({ state, counts, modality }: ExperimentSummary): boolean =>
  state !== 'draft' &&
  state !== 'running' &&
  counts.waiting + counts.running === 0 &&
  counts.done > 0 &&
  modality !== 'video';

/** The answers are judged once: whoever presses again confirms nothing more. */
const judge: Act = async (run, random, step) => {
  const known = await anyExperiment(run, random, isToJudge);
  if (known === null) await openFrom(run, random, step);
  const experiment = known ?? (await anyExperiment(run, random, isToJudge));
  if (experiment === null) return 'has no answers to be judged';
  const { id, title, counts, caseCount, repeats } = experiment;
  const judged = run.memory.judging.get(id);
  const marker = judged?.marker ?? `intent-${step}-j0`;
  if (judged === undefined) {
    const who = { profileId: run.memory.activeId ?? 'sandbox', model: 'sim/chat' };
    const type = random.pick(['llm-rubric', 'select-best']);
    const assertions = [{ type, value: criterion(marker) }];
    // Whether or not the answer comes, the judge may be named from here on.
    run.memory.judging.set(id, { marker, most: 0 });
    allowJudging(run, id, type === 'llm-rubric' ? counts.done : mostJudgements * caseCount * repeats);
    const edited = await ask(run, 'experiments.edit', { id, assertions, judge: who });
    if (edited.is !== 'ok') return `names a judge for ${title}: ${describe(edited)}`;
  }
  const input = { id, isConfirmed: random.chance(0.8) };
  const answers = await Promise.all([
    ask(run, 'experiments.judge', input),
    random.chance(0.25) ? ask(run, 'experiments.judge', input) : null,
  ]);
  return `has ${title} judged, ${marker}: ${answers.map((one) => (one === null ? '' : describe(one))).join(' ')}`;
};

export const judgingSteps = { 'open-in-lab': openFrom, judge } satisfies Record<string, Act>;
