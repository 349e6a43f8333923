/** Answers whose likeness is measured, each press for the price that was shown; and answers that a source got later. */
import type { CommandInput } from '../../../shared/contract';
import type { ExperimentSummary } from '../../../shared/lab/experiment';
import type { Run } from '../run-state';
import { ask, describe, read } from './call';
import { anyExperiment } from './experiment-steps';
import { allowJudging } from './judging';
import { anySource, criterion, isToJudge, noteCells } from './judging-steps';
import type { Act } from './step';

const isOfTexts = (one: ExperimentSummary): boolean => isToJudge(one) && one.modality === 'chat';

/** What a judge would be asked, and a vector be made of, as the window shows it. */
async function foreseen(run: Run, input: CommandInput<'experiments.forecast'>): Promise<number> {
  return (await read(run, 'experiments.forecast', input))?.judging.calls ?? 0;
}

/** Named and not asked yet: until then nothing of it may be sent. */
const name: Act = async (run, random, step) => {
  const isNew = (one: ExperimentSummary) => isOfTexts(one) && !run.memory.judging.has(one.id);
  const experiment = await anyExperiment(run, random, isNew);
  if (experiment === null) return 'has no answers to be compared';
  const { id, title } = experiment;
  const marker = `intent-${step}-j0`;
  const assertions = [{ type: 'similar', value: criterion(marker), model: 'sim/vectors' }];
  const judge = { profileId: run.memory.activeId ?? 'sandbox', model: 'sim/chat' };
  // Whether or not the answer comes, the value may be compared with from here on.
  run.memory.judging.set(id, { marker, most: 0 });
  const edited = await ask(run, 'experiments.edit', { id, assertions, judge });
  return `names ${marker} as what answers of ${title} may be like: ${describe(edited)}`;
};

/** Pressed in one window or in two: what was foreseen is confirmed once. */
const measure: Act = async (run, random, step) => {
  const isNamed = (one: ExperimentSummary) => isOfTexts(one) && run.memory.judging.has(one.id);
  const found = await anyExperiment(run, random, isNamed);
  const named = found === null ? await name(run, random, step) : '';
  const experiment = found ?? (await anyExperiment(run, random, isNamed));
  if (experiment === null) return named;
  const { id, title } = experiment;
  const calls = await foreseen(run, { id, judging: {} });
  allowJudging(run, id, calls);
  const input = { id, isConfirmed: random.chance(0.85) };
  const isDoubled = random.chance(0.3);
  const answers = await Promise.all([
    ask(run, 'experiments.judge', input),
    isDoubled ? ask(run, 'experiments.judge', input) : null,
  ]);
  const said = answers.map((one) => (one === null ? '' : describe(one))).join(' ');
  return `${named} has ${calls} answers of ${title} compared${isDoubled ? ' twice at once' : ''}: ${said}`;
};

/** One cell is asked again, with its own judgement and no other. */
const askOneAgain: Act = async (run, random) => {
  const isNamed = (one: ExperimentSummary) => isOfTexts(one) && run.memory.judging.has(one.id);
  const experiment = await anyExperiment(run, random, isNamed);
  if (experiment === null) return 'has no compared answer to ask for again';
  const { id, title } = experiment;
  const { cells = [] } = (await read(run, 'experiments.cells', { id, after: 0, limit: 200 })) ?? {};
  const done = cells.filter(({ state }) => state === 'done');
  if (done.length === 0) return 'has no compared answer to ask for again';
  const cell = random.pick(done);
  const asked = (await read(run, 'experiments.cell', { id, cellId: cell.id }))?.prompt ?? '';
  run.intents.allow(markerIn(asked), 'any');
  const calls = await foreseen(run, { id, cells: [cell.id] });
  allowJudging(run, id, calls);
  const answer = await ask(run, 'experiments.retryCells', { id, cells: [cell.id] });
  return `asks the cell ${cell.id} of ${title} again, with ${calls} judgements: ${describe(answer)}`;
};

const markerIn = (text: string): string => /intent-[a-z0-9]+(?:-[a-z]\d+)*/.exec(text)?.[0] ?? '';

/** Rounds of a comparison that follow, so that there are answers to take. */
const compareAgain: Act = async (run, random, id) => {
  const known = [...run.memory.comparisons].filter((one) => !run.memory.removed.has(one));
  if (known.length === 0) return 'has no comparison to go on with';
  const found = (await read(run, 'compare.get', { id: random.pick(known) }))?.comparison;
  if (found?.modality !== 'chat') return 'goes on with comparisons of chats alone';
  const markers = found.columns.map((_, at) => `intent-${id}-c${at}`);
  for (const marker of markers) {
    run.intents.allow(marker, 'any');
    run.intents.note(marker, { model: 'sim/chat', count: 1 });
  }
  const columns = found.columns.map((column, at) => ({
    ...{ id: column.id, callId: random.uuid(), model: 'sim/chat', settings: {} },
    ...{ prompt: `A word on ${markers[at]}.`, profileId: column.profileId ?? undefined },
  }));
  const flags = { modality: 'chat', isTied: true, isSamePrompt: false };
  const round = { id: found.id, roundId: random.uuid(), ...flags, columns } as CommandInput<'compare.send'>;
  const answer = await ask(run, 'compare.send', round);
  if (answer.is === 'refused') for (const marker of markers) run.intents.takeBack(marker);
  return `goes on with a comparison, intent-${id}: ${describe(answer)}`;
};

/** Opened again: what came since is taken, in one window or in two; nothing is sent for it. */
const take: Act = async (run, random) => {
  const source = await anySource(run, random);
  if (source === null) return 'has nothing to take answers from';
  const opened = await ask(run, 'experiments.openFrom', source);
  if (opened.is !== 'ok') return `opens a ${source.kind} in the lab: ${describe(opened)}`;
  const { id, newAnswers = 0 } = opened.value;
  if (newAnswers === 0) {
    await noteCells(run, id);
    return `opens a ${source.kind} in the lab, which has no new answers`;
  }
  // Where the answer is lost, nobody knows how many there are.
  run.memory.experiments.set(id, { cells: 0, most: Number.POSITIVE_INFINITY });
  const answers = await Promise.all([
    ask(run, 'experiments.openFrom', { ...source, takesNew: true }),
    random.chance(0.4) ? ask(run, 'experiments.openFrom', { ...source, takesNew: true }) : null,
  ]);
  await noteCells(run, id);
  const said = answers.map((one) => (one === null ? '' : describe(one))).join(' ');
  return `takes ${newAnswers} new answers of a ${source.kind}: ${said}`;
};

export const likenessSteps = {
  ...{ 'name-similar': name, 'judge-similar': measure, 'retry-similar': askOneAgain },
  ...{ 'compare-again': compareAgain, 'take-answers': take },
} satisfies Record<string, Act>;
