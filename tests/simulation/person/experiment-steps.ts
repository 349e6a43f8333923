/** What the person does with experiments. */
import type { ExperimentCase, ExperimentSummary } from '../../../shared/lab/experiment';
import { markerOf } from '../far/account';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { allowCopy, allowJudging } from './judging';
import type { Act } from './step';

type Fits = (experiment: ExperimentSummary) => boolean;

export const anyExperiment = (run: Run, random: Random, fits: Fits): Promise<ExperimentSummary | null> =>
  anyOf(run, random, (one) => !run.memory.exact.has(one.id) && fits(one));

export async function anyOf(run: Run, random: Random, fits: Fits): Promise<ExperimentSummary | null> {
  const page = await read(run, 'experiments.list', { modality: null, cursor: null, limit: 50 });
  const found = (page?.experiments ?? []).filter(fits).sort((one, other) => (one.id < other.id ? -1 : 1));
  return found.length === 0 ? null : random.pick(found);
}

const rubric = { type: 'llm-rubric', value: 'Names {{name}}' };
const best = { type: 'select-best', value: 'Names {{name}}' };
/** For each answer: a rubric once, or the case twice, which is less where there are several answers. */
export const mostJudgements = 2;

/** Each cell of a case has the same text: it may be charged as often as there are cells. */
const create: Act = async (run, random, id) => {
  const modality = random.weighted({ chat: 3, image: 2 });
  const markers = Array.from({ length: random.int(1, 4) }, (_, at) => `intent-${id}-c${at}`);
  const variants = Array.from({ length: random.int(1, 3) }, (_, at) => ({
    ...{ label: `variant ${at + 1}`, model: `sim/${modality}`, template: 'Something about {{name}}.' },
    promptVersion: null,
    ...(modality === 'chat'
      ? { modality: 'chat' as const, settings: random.chance(0.5) ? { stream: true } : {} }
      : { modality: 'image' as const, parameters: {}, extra: {} }),
  }));
  const repeats = random.int(1, 2);
  // A judge’s request has the text of the case too, and is charged like a cell.
  const isJudged = modality === 'chat' && random.chance(0.3);
  const judge = isJudged ? { profileId: run.memory.activeId ?? 'sandbox', model: 'sim/chat' } : null;
  const experimentId = random.uuid();
  const budget = random.chance(0.3) ? { unit: 'credits' as const, amount: random.int(0, 40) * 1e5 } : null;
  const answer = await ask(run, 'experiments.create', {
    ...{ id: experimentId, title: `Experiment ${id}`, variants, repeats },
    cases: markers.map((name) => ({ variables: { name } })),
    assertions: [
      ...(random.chance(0.5) ? [{ type: 'contains', value: '{{name}}' }] : []),
      ...(isJudged ? [random.pick([rubric, best])] : []),
    ],
    ...{ judge, budget },
  });
  const cells = markers.length * variants.length * repeats;
  for (const marker of markers) run.intents.note(marker, { model: `sim/${modality}`, count: 1 });
  const calls = variants.length * repeats * (isJudged ? 1 + mostJudgements : 1);
  if (answer.is === 'ok') run.memory.experiments.set(experimentId, { cells });
  if (budget) run.memory.budgets.set(experimentId, { amount: budget.amount, markers });
  const made = `makes an experiment of ${cells} ${modality} cells, intent-${id}: ${describe(answer)}`;
  if (answer.is !== 'ok' || random.chance(0.2)) return made;
  for (const marker of markers) run.intents.allow(marker, 'any', calls);
  return `${made}, and starts it: ${describe(await ask(run, 'experiments.start', { id: experimentId }))}`;
};

/** Some of its cases are asked with some of its variants alone. */
const createRestricted: Act = async (run, random, id) => {
  const count = random.int(2, 3);
  const repeats = random.int(1, 2);
  const variants = Array.from({ length: count }, (_, at) => ({
    ...{ label: `variant ${at + 1}`, model: 'sim/chat', template: 'Something about {{name}}.' },
    ...{ promptVersion: null, modality: 'chat' as const, settings: {} },
  }));
  const cases = Array.from({ length: random.int(2, 4) }, (_, at) => {
    const chosen = variants.map((_variant, place) => place + 1).filter(() => random.chance(0.5));
    const isAll = chosen.length === 0 || chosen.length === count;
    return { variables: { name: `intent-${id}-c${at}` }, ...(isAll ? {} : { variants: chosen }) };
  });
  const asked = cases.map(({ variants: chosen = variants }) => chosen.length * repeats);
  const experimentId = random.uuid();
  const answer = await ask(run, 'experiments.create', {
    ...{ id: experimentId, title: `Experiment ${id}`, variants, repeats, cases },
    ...{ assertions: [], judge: null, budget: null },
  });
  const cells = asked.reduce((sum, one) => sum + one, 0);
  for (const { variables } of cases) run.intents.note(variables.name, { model: 'sim/chat', count: 1 });
  if (answer.is === 'ok') {
    run.memory.experiments.set(experimentId, { cells });
    run.memory.restricted.add(experimentId);
  }
  const made = `makes an experiment of ${cells} cells, with cases for some variants, intent-${id}: ${describe(answer)}`;
  if (answer.is !== 'ok') return made;
  for (const [at, calls] of asked.entries()) run.intents.allow(`intent-${id}-c${at}`, 'any', calls);
  return `${made}, and starts it: ${describe(await ask(run, 'experiments.start', { id: experimentId }))}`;
};

const pause: Act = async (run, random) => {
  const experiment = await anyExperiment(run, random, ({ state }) => state === 'running');
  if (!experiment) return 'has no experiment to pause';
  return `pauses ${experiment.title}: ${describe(await ask(run, 'experiments.pause', { id: experiment.id }))}`;
};

export async function casesOf(run: Run, id: string): Promise<readonly ExperimentCase[]> {
  return (await read(run, 'experiments.cases', { id, after: 0, limit: 100 })) ?? [];
}

/** How many calls a cell comes to: itself, and what a judge is asked about it. */
export async function callsOfCell(run: Run, id: string): Promise<number> {
  const experiment = run.memory.judging.has(id) ? null : await read(run, 'experiments.get', { id });
  return experiment?.judge == null ? 1 : 1 + mostJudgements;
}

export const markerOfCase = ({ variables }: ExperimentCase): string => markerOf(variables.name ?? '') ?? '';

/** What the models of a comparison were asked is the prompt of a case, without variables. */
async function markerOfCell(run: Run, id: string, cellId: number): Promise<string> {
  const cell = await read(run, 'experiments.cell', { id, cellId });
  return markerOf(cell?.prompt ?? '') ?? '';
}

/** What is judged in an experiment from another computer carries names of that one. */
async function allowForeignJudging(run: Run, id: string, answers: number): Promise<void> {
  const { assertions = [] } = (await read(run, 'experiments.get', { id })) ?? {};
  for (const { value } of assertions) {
    const marker = typeof value === 'string' ? markerOf(value) : null;
    if (marker === null) continue;
    run.intents.allow(marker, 'any', mostJudgements * answers);
    allowCopy(run, marker, mostJudgements * answers);
  }
}

/** Cells that wait were confirmed with their start; those of a draft, or of another computer, are confirmed now. */
const resume: Act = async (run, random) => {
  const open: Fits = ({ state, counts }) => state !== 'running' && counts.waiting > 0;
  const experiment = await anyExperiment(run, random, open);
  if (!experiment) return 'has no experiment to start';
  const { id, state, variantCount, repeats, counts } = experiment;
  const { experiments } = run.memory;
  // Those of a restricted one were confirmed as it was made.
  if ((state === 'draft' && !run.memory.restricted.has(id)) || !experiments.has(id))
    for (const one of await casesOf(run, id))
      run.intents.allow(markerOfCase(one), 'any', variantCount * repeats * (await callsOfCell(run, id)));
  if (!experiments.has(id)) await allowForeignJudging(run, id, counts.waiting + counts.done);
  for (const { marker, calls } of run.memory.added.get(id) ?? []) run.intents.allow(marker, 'any', calls);
  run.memory.added.delete(id);
  if (!experiments.has(id))
    experiments.set(id, { cells: Object.values(counts).reduce((sum, count) => sum + count, 0) });
  if (random.chance(0.5)) {
    run.memory.budgets.delete(id);
    await ask(run, 'experiments.edit', { id, budget: null });
  }
  return `starts ${experiment.title}: ${describe(await ask(run, 'experiments.start', { id }))}`;
};

const stop: Act = async (run, random) => {
  const experiment = await anyExperiment(run, random, ({ state }) => ['running', 'paused'].includes(state));
  if (!experiment) return 'has no experiment to stop';
  return `stops ${experiment.title}: ${describe(await ask(run, 'experiments.stop', { id: experiment.id }))}`;
};

/** A retry is a new charge. */
const retry: Act = async (run, random) => {
  const experiment = await anyExperiment(run, random, () => true);
  if (!experiment) return 'has no experiment to retry';
  const { id } = experiment;
  const page = await read(run, 'experiments.cells', { id, after: 0, limit: 200 });
  const ended = (page?.cells ?? []).filter(({ state }) => state !== 'waiting' && state !== 'running');
  if (ended.length === 0) return 'has no cell to retry';
  const cell = random.pick(ended);
  const asked = (await casesOf(run, id)).find((one) => one.id === cell.caseId);
  const marker = asked && (markerOfCase(asked) || (await markerOfCell(run, id, cell.id)));
  if (marker !== undefined) run.intents.allow(marker, 'any', await callsOfCell(run, id));
  // What one model of a comparison was asked, another one is asked now.
  if (marker !== undefined && cell.state === 'stopped') run.intents.spread(marker);
  allowJudging(run, id, mostJudgements);
  const answer = await ask(run, 'experiments.retryCells', { id, cells: [cell.id] });
  return `retries the ${cell.state} cell ${cell.id} of ${experiment.title}: ${describe(answer)}`;
};

const remove: Act = async (run, random) => {
  const experiment = await anyExperiment(run, random, () => true);
  if (!experiment) return 'has no experiment to delete';
  const { id, title } = experiment;
  run.memory.removed.add(id);
  const answer = await ask(run, 'experiments.remove', { id });
  if (answer.is !== 'ok' || random.chance(0.5)) return `deletes ${title}: ${describe(answer)}`;
  return `deletes ${title} and takes it back: ${describe(await ask(run, 'experiments.restore', { id }))}`;
};

export const experimentSteps = {
  ...{
    experiment: create,
    'restricted-experiment': createRestricted,
    'pause-experiment': pause,
    'start-experiment': resume,
  },
  ...{ 'stop-experiment': stop, 'retry-cell': retry, 'delete-experiment': remove },
} satisfies Record<string, Act>;
