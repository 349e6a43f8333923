/** Judged experiments of which each press confirms what the window foresaw, to the call: cells are left out, count and are asked again. */
import type { CommandInput } from '../../../shared/contract';
import type { Cell, ExperimentSummary } from '../../../shared/lab/experiment';
import { sleep } from '../drive';
import { markerOfRequest } from '../rules/money';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import type { Answered } from './answered';
import { ask, describe, read } from './call';
import { anyOf, casesOf, markerOfCase } from './experiment-steps';
import { criterion, isToJudge } from './judging-steps';
import { press } from './press';
import type { Act } from './step';

type Fits = (one: ExperimentSummary) => boolean;

export const anyExact = (
  run: Run,
  random: Random,
  fits: Fits = () => true,
): Promise<ExperimentSummary | null> =>
  anyOf(run, random, (one) => run.memory.exact.has(one.id) && fits(one));

export const cellsOf = async (run: Run, id: string): Promise<readonly Cell[]> =>
  (await read(run, 'experiments.cells', { id, after: 0, limit: 200 }))?.cells ?? [];

/** How many calls of models and of judges the window shows; `null` where it shows nothing, so that nobody presses. */
async function foresee(run: Run, input: CommandInput<'experiments.forecast'>) {
  const seen = await read(run, 'experiments.forecast', input);
  return seen && { cells: seen.total.calls - seen.judging.calls, judgements: seen.judging.calls };
}

/** What was sent of it so far, by the keys of its requests. */
function sentOf({ gateways }: Run, marker: string): number {
  const sent = gateways.flatMap(({ requests }) => requests.filter((one) => markerOfRequest(one) === marker));
  return new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size;
}

/**
 * Judgements that a press confirms. Where nothing of the experiment is under way, what was foreseen earlier and never asked
 * is confirmed no longer: with the press it was shown again, or it waits for another.
 */
function confirm(run: Run, { id, state, counts, judgements }: ExperimentSummary, seen: Foreseen): void {
  const judged = run.memory.judging.get(id);
  if (judged === undefined) return;
  const waits = seen.isOfAll ? 0 : counts.waiting + judgements.waiting;
  const isIdle = state !== 'running' && counts.running + judgements.running + waits === 0;
  const before = isIdle && run.memory.exact.get(id) === 0 ? sentOf(run, judged.marker) : judged.most;
  run.intents.allow(judged.marker, 'any', seen.judgements);
  run.memory.judging.set(id, { ...judged, most: before + seen.judgements });
}

interface Foreseen {
  readonly judgements: number;
  /** The press goes on with all that waits. */
  readonly isOfAll?: boolean;
}

const variantOf = (label: string) => ({
  ...{ label, model: 'sim/chat', template: 'Something about {{name}}.', promptVersion: null },
  ...{ modality: 'chat' as const, settings: {} },
});

const judgedTypes = [
  ...[['llm-rubric'], ['pairwise'], ['llm-rubric', 'pairwise']],
  ...[['select-best'], ['select-best'], ['llm-rubric', 'select-best']],
];

/** Confirmed whole as it is started: a case may be asked for once by each variant. */
export const createJudged: Act = async (run, random, step) => {
  const id = random.uuid();
  const variants = ['quiet', 'loud', 'soft'].slice(0, random.int(2, 3)).map(variantOf);
  const markers = Array.from({ length: random.int(1, 3) }, (_, at) => `intent-${step}-c${at}`);
  const marker = `intent-${step}-j0`;
  const types = random.pick(judgedTypes);
  for (const one of markers) run.intents.note(one, { model: 'sim/chat', count: 1 });
  run.memory.exact.set(id, 0);
  run.memory.judging.set(id, { marker, most: 0 });
  const answer = await ask(run, 'experiments.create', {
    ...{ id, title: `Experiment ${step}`, variants, repeats: 1, budget: null },
    cases: markers.map((name) => ({ variables: { name } })),
    assertions: types.map((type) => ({ type, value: criterion(marker) })),
    judge: { profileId: run.memory.activeId ?? 'sandbox', model: 'sim/chat' },
  });
  if (answer.is !== 'ok') return `makes a judged experiment: ${describe(answer)}`;
  run.memory.experiments.set(id, { cells: markers.length * variants.length });
  for (const one of markers) run.intents.allow(one, 'any', variants.length);
  return `makes a judged experiment of ${types.join(' and ')}, and ${await startOf(run, random, id)}`;
};

async function startOf(run: Run, random: Random, id: string): Promise<string> {
  const made = await anyOf(run, random, (one) => one.id === id);
  return made === null ? 'sees nothing to start' : await start(run, random, made);
}

/** What was judged, or waits to be, was foreseen before: what comes beside it is foreseen now. */
async function start(run: Run, random: Random, experiment: ExperimentSummary): Promise<string> {
  const { id } = experiment;
  const seen = await foresee(run, { id });
  if (seen === null) return 'sees no price to start it for';
  confirm(run, experiment, { ...seen, isOfAll: true });
  const input = { id, isConfirmed: random.chance(0.8) };
  const how = await pressOf(run, random, id, () => ask(run, 'experiments.start', input));
  return `starts it for ${seen.cells} calls and ${seen.judgements} judgements ${how}`;
}

const goOn: Act = async (run, random) => {
  const isOpen: Fits = ({ state, counts }) => state !== 'running' && counts.waiting > 0;
  const experiment = await anyExact(run, random, isOpen);
  if (experiment === null) return 'has no judged experiment to go on with';
  return `takes ${experiment.title}, and ${await start(run, random, experiment)}`;
};

const pause: Act = async (run, random) => {
  const experiment = await anyExact(run, random, ({ state }) => state === 'running');
  if (experiment === null) return 'has no judged experiment to pause';
  return `pauses ${experiment.title}: ${describe(await ask(run, 'experiments.pause', { id: experiment.id }))}`;
};

/** Until it is answered, other presses add to what it confirms. */
export async function pressOf(
  run: Run,
  random: Random,
  id: string,
  send: () => Promise<Answered<unknown>>,
): Promise<string> {
  const { exact } = run.memory;
  exact.set(id, (exact.get(id) ?? 0) + 1);
  const how = await press(run, random, send);
  exact.set(id, (exact.get(id) ?? 1) - 1);
  return how;
}

export const hasEnded = ({ state }: Cell): boolean => state !== 'waiting' && state !== 'running';

const askAgain: Act = async (run, random, step) => {
  const experiment = await anyExact(run, random);
  if (experiment === null) return await createJudged(run, random, step);
  return await askOneAgain(run, random, experiment);
};

export async function askOneAgain(run: Run, random: Random, experiment: ExperimentSummary): Promise<string> {
  const { id, title } = experiment;
  const ended = (await cellsOf(run, id)).filter((one) => hasEnded(one) && !one.isExcluded);
  if (ended.length === 0) return 'has no judged cell to ask for again';
  const cell = random.pick(ended);
  const asked = (await casesOf(run, id)).find((one) => one.id === cell.caseId);
  const seen = await foresee(run, { id, cells: [cell.id] });
  if (asked === undefined || seen === null) return 'sees no price to ask for a cell again';
  run.intents.allow(markerOfCase(asked), 'any', seen.cells);
  confirm(run, experiment, seen);
  const input = { id, cells: [cell.id], isConfirmed: random.chance(0.8) };
  const how = await pressOf(run, random, id, () => ask(run, 'experiments.retryCells', input));
  const more = random.chance(0.5) ? await pressWhileItRuns(run, random, input) : '';
  return `asks for the ${cell.state} cell ${cell.id} of ${title} again, with ${seen.judgements} judgements ${how}${more}`;
}

/** Nothing seems to happen, so the person presses once more; a slow keychain could answer after the cell has ended. */
async function pressWhileItRuns(
  run: Run,
  random: Random,
  input: CommandInput<'experiments.retryCells'>,
): Promise<string> {
  await sleep(run, random.int(0, 900));
  const cells = await cellsOf(run, input.id);
  const isRunning = cells.some(({ id, state }) => id === input.cells[0] && state === 'running');
  if (!isRunning || run.world.keyring.slowMs > 0) return '';
  return `, and again: ${describe(await ask(run, 'experiments.retryCells', input))}`;
}

/** Nothing of it is judged as long as it is left out. */
async function leaveOneOut(run: Run, random: Random, { id, title }: ExperimentSummary): Promise<string> {
  const cells = await cellsOf(run, id);
  if (cells.length === 0) return 'sees no cell to leave out';
  const input = { id, cells: [random.pick(cells).id], isExcluded: true };
  return `leaves out the cell ${input.cells[0]} of ${title}: ${describe(await ask(run, 'experiments.exclude', input))}`;
}

const leaveOut: Act = async (run, random, step) => {
  const experiment = await anyExact(run, random);
  return experiment === null
    ? await createJudged(run, random, step)
    : await leaveOneOut(run, random, experiment);
};

/** One is left out while another is asked again, and mostly counts once that has ended. */
async function askBeside(run: Run, random: Random, experiment: ExperimentSummary): Promise<string> {
  const said = await leaveOneOut(run, random, experiment);
  const also = experiment.state === 'running' ? '' : `${await askOneAgain(run, random, experiment)}, `;
  const seconds = random.chance(0.3) ? random.int(0, 4) : 15;
  for (let second = 0; second < seconds && (await isAsking(run, experiment.id)); second += 1)
    await sleep(run, 1_000);
  return `${said}, ${also}`;
}

const isAsking = async (run: Run, id: string): Promise<boolean> =>
  (await cellsOf(run, id)).some((one) => !hasEnded(one));

/** Nothing is shown for it and nothing is confirmed: at most what its run had foreseen is asked about it. */
const takeBack: Act = async (run, random, step) => {
  const experiment = await anyExact(run, random);
  if (experiment === null) return await createJudged(run, random, step);
  const { id, title } = experiment;
  const isLeft = (await cellsOf(run, id)).some(({ isExcluded }) => isExcluded);
  const said = isLeft ? '' : await askBeside(run, random, experiment);
  const left = (await cellsOf(run, id)).filter(({ isExcluded }) => isExcluded);
  if (left.length === 0) return `${said}has no cell to take back`;
  const input = { id, cells: left.map((cell) => cell.id), isExcluded: false };
  const how = await pressOf(run, random, id, () => ask(run, 'experiments.exclude', input));
  return `${said}takes ${left.length} cells of ${title} back ${how}`;
};

/** What was withheld, or not asked for as there was a limit or an end: each for the price that is shown now. */
const judge: Act = async (run, random) => {
  const experiment = await anyExact(run, random, isToJudge);
  if (experiment === null) return 'has nothing withheld to be judged';
  const { id, title } = experiment;
  const seen = await foresee(run, { id, judging: {} });
  if (seen === null) return 'sees no price to have it judged for';
  confirm(run, experiment, { ...seen, isOfAll: true });
  const input = { id, isConfirmed: random.chance(0.85) };
  const how = await pressOf(run, random, id, () => ask(run, 'experiments.judge', input));
  return `has ${seen.judgements} withheld judgements of ${title} made ${how}`;
};

export const exactSteps = {
  ...{ 'judged-experiment': createJudged, 'go-on-judged': goOn, 'pause-judged': pause },
  ...{ 'ask-again': askAgain, 'leave-out-cell': leaveOut, 'take-back': takeBack, 'judge-withheld': judge },
} satisfies Record<string, Act>;
