/** What the person adds to experiments that exist: cases and variants, whose price they saw as that of cells that wait. */
import type { CommandInput } from '../../../shared/contract';
import type { ExperimentSummary } from '../../../shared/lab/experiment';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import type { Answered } from './answered';
import { ask, describe, read } from './call';
import { anyExperiment, callsOfCell, casesOf, markerOfCase, mostJudgements } from './experiment-steps';
import { allowJudging } from './judging';
import type { Act } from './step';

/** How many cells an addition makes is plain where each case is asked with each variant. */
const isKnown = ({ memory }: Run, { id }: ExperimentSummary): boolean =>
  memory.experiments.has(id) && !memory.restricted.has(id);

type Addition = 'experiments.addCases' | 'experiments.addVariant';

/** What may be charged for an addition, by the text of each case. */
type Allowed = readonly { readonly marker: string; readonly calls: number }[];

interface Asked<Name extends Addition> {
  readonly experiment: ExperimentSummary;
  readonly input: CommandInput<Name>;
  readonly more: Allowed;
  /** How many it adds. */
  readonly cells: number;
}

/**
 * Cells of one that runs are sent at once. Those of a draft are confirmed whole with its start, and all others with the next
 * one: until then nothing of them may be sent.
 */
async function add<Name extends Addition>(
  run: Run,
  random: Random,
  name: Name,
  { experiment, input, more, cells }: Asked<Name>,
): Promise<string> {
  const { id, state } = experiment;
  const isSentAtOnce = state === 'running';
  allowJudging(run, id, mostJudgements * cells);
  const said = {
    additionId: random.uuid(),
    onlyWhileItWaits: !isSentAtOnce,
    isConfirmed: random.chance(0.8),
  };
  const whole = { ...input, ...said } as CommandInput<Name>;
  const before = run.memory.experiments.get(id) ?? { cells: 0 };
  run.memory.experiments.set(id, { ...before, most: (before.most ?? before.cells) + cells });
  if (isSentAtOnce) for (const { marker, calls } of more) run.intents.allow(marker, 'any', calls);
  const [answer] = await Promise.all([
    ask(run, name, whole),
    random.chance(0.25) ? ask(run, name, whole) : null,
  ]);
  // The answer was lost, or the window shows the dialog again: the person presses once more.
  const again = answer.is !== 'ok' && random.chance(0.5) ? await ask(run, name, whole) : null;
  if ([answer, again].some((one) => one?.is === 'ok')) addCells(run, id, cells);
  settle(run, { id, state, more }, [answer, again]);
  return `${describe<unknown>(answer)}${again === null ? '' : `, and again: ${describe<unknown>(again)}`}`;
}

function addCells({ memory }: Run, id: string, more: number): void {
  const { cells = 0, most = 0 } = memory.experiments.get(id) ?? {};
  memory.experiments.set(id, { cells: cells + more, most });
}

function settle(
  { memory, intents }: Run,
  { id, state, more }: { id: string; state: ExperimentSummary['state']; more: Allowed },
  answers: readonly (Answered<unknown> | null)[],
): void {
  const isRefused = answers.every((answer) => answer === null || answer.is === 'refused');
  if (isRefused && state === 'running')
    for (const { marker, calls } of more) for (let at = 0; at < calls; at += 1) intents.takeBack(marker);
  if (isRefused || state === 'running' || state === 'draft') return;
  memory.added.set(id, [...(memory.added.get(id) ?? []), ...more]);
}

const addCases: Act = async (run, random, id) => {
  const experiment = await anyExperiment(run, random, (one) => isKnown(run, one));
  if (experiment === null) return 'has no experiment to add cases to';
  const { modality, variantCount, repeats, title } = experiment;
  const markers = Array.from({ length: random.int(1, 2) }, (_, at) => `intent-${id}-a${at}`);
  const count = await countOfVariants(run, experiment.id);
  for (const marker of markers) run.intents.note(marker, { model: `sim/${modality}`, count });
  const budget = run.memory.budgets.get(experiment.id);
  if (budget) run.memory.budgets.set(experiment.id, { ...budget, markers: [...budget.markers, ...markers] });
  const calls = variantCount * repeats * (await callsOfCell(run, experiment.id));
  const input = { id: experiment.id, cases: markers.map((name) => ({ variables: { name } })) };
  const more = markers.map((marker) => ({ marker, calls }));
  const cells = markers.length * variantCount * repeats;
  const how = await add(run, random, 'experiments.addCases', { experiment, input, more, cells });
  return `adds ${markers.length} cases to ${title}, which is ${experiment.state}: ${how}`;
};

/** Of a batch that was opened, the results of each of its rows. */
async function countOfVariants(run: Run, id: string): Promise<number> {
  const { variants = [] } = (await read(run, 'experiments.get', { id })) ?? {};
  const counts = variants.map((one) => ('parameters' in one ? Number(one.parameters.count ?? 1) : 1));
  return Math.max(1, ...counts);
}

const addVariant: Act = async (run, random, id) => {
  const experiment = await anyExperiment(run, random, (one) => isKnown(run, one));
  if (experiment === null) return 'has no experiment to add a variant to';
  const { modality, repeats, title } = experiment;
  if (modality !== 'chat' && modality !== 'image') return 'adds variants to chats and images alone';
  const calls = repeats * (await callsOfCell(run, experiment.id));
  const shape = { label: `more ${id}`, model: `sim/${modality}`, template: 'More about {{name}}.' };
  const rest = modality === 'chat' ? { modality, settings: {} } : { modality, parameters: {}, extra: {} };
  const input = { id: experiment.id, variant: { ...shape, promptVersion: null, ...rest } };
  const more = (await casesOf(run, experiment.id)).map((one) => ({ marker: markerOfCase(one), calls }));
  const how = await add(run, random, 'experiments.addVariant', {
    ...{ experiment, more, cells: more.length * repeats },
    input: input as CommandInput<'experiments.addVariant'>,
  });
  return `adds a variant to ${title}, which is ${experiment.state}: ${how}`;
};

export const additionSteps = { 'add-cases': addCases, 'add-variant': addVariant } satisfies Record<
  string,
  Act
>;
