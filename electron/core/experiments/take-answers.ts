/** Answers that a batch or a comparison got after it was opened as an experiment. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type {
  CasePlan,
  Experiment,
  ExperimentCase,
  ExperimentPlan,
  VariantPlan,
} from '../../../shared/lab/experiment';
import type { CellUnit } from '../ports/experiments';
import type { Ports } from '../ports/ports';
import type { answersFrom, GivenAnswer } from './answers-from';
import { requireCells } from './check-plan';

type Read = Pick<Ports, 'storage'>;
type Kind = CheckedInput<'experiments.openFrom'>['kind'];
type Answered = ReturnType<typeof answersFrom>;

/** The experiment that has most of these answers, if any. */
export function openedBefore({ storage }: Read, answers: readonly GivenAnswer[]): string | null {
  const { units } = storage.experiments;
  const counts = new Map<string, number>();
  for (const { replyId, jobId } of answers) {
    const place = replyId === null ? units.placeOfJob(jobId ?? '') : units.placeOfReply(replyId);
    if (place !== undefined) counts.set(place.ownerId, (counts.get(place.ownerId) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/**
 * A row that is asked again keeps its message: the cell has the new answer already, and is brought up to date.
 * @returns whether there was such a cell
 */
export function refreshAnswers({ storage }: Read, id: string, answers: readonly GivenAnswer[]): boolean {
  const { experiments } = storage;
  const byReply = new Map(answers.map((answer) => [answer.replyId ?? answer.jobId, answer]));
  const stale = experiments.doneUnits(id, 0, Number.MAX_SAFE_INTEGER).flatMap((cell) => {
    const answer = byReply.get(cell.replyId ?? cell.jobId);
    return answer === undefined || answer.key === cell.key ? [] : [{ cell, answer }];
  });
  storage.transaction(() => {
    for (const { cell, answer } of stale) {
      const { key, startedAt, finishedAt } = answer;
      experiments.units.update(cell, { key, startedAt, finishedAt });
    }
    if (stale.length > 0) experiments.units.count(id);
  });
  return stale.length > 0;
}

interface Later {
  readonly answer: GivenAnswer;
  /** Numbers in the experiment; absent where it has none for this answer. */
  readonly variantId: number | undefined;
  readonly caseId: number | undefined;
}

/** Those that the experiment does not have. What was asked for again in the lab stays. */
export function laterAnswers(
  ports: Read,
  experiment: Experiment,
  kind: Kind,
  { plan, answers }: Answered,
): readonly Later[] {
  const { experiments } = ports.storage;
  const { id, variants, caseCount } = experiment;
  const variantIds = matched(plan.variants, variants, nameOfVariant);
  const own = experiments.cases(id, 0, caseCount);
  // A row keeps its place; a prompt is known by its text and its files.
  const caseIds = kind === 'batch' ? plan.cases.map((_, at) => own[at]?.id) : matchedPrompts(plan.cases, own);
  const cells = new Map(
    [...new Set(caseIds)].flatMap((caseId) =>
      caseId === undefined ? [] : [[caseId, experiments.cellsOfCase(id, caseId, 1)] as const],
    ),
  );
  return answers.flatMap((answer) => {
    const [variantId, caseId] = [variantIds[answer.variantAt], caseIds[answer.caseAt]];
    const cell = cells.get(caseId ?? 0)?.find((one) => one.variantId === variantId);
    return cell !== undefined && !takes(ports, cell, answer) ? [] : [{ answer, variantId, caseId }];
  });
}

const nameOfVariant = ({ profileId, model, template }: VariantPlan): string =>
  JSON.stringify([profileId, model, template]);

/** An earlier version opened comparisons of media without their files: what has none here is known by its text alone. */
function matchedPrompts(
  cases: readonly CasePlan[],
  own: readonly ExperimentCase[],
): readonly (number | undefined)[] {
  const textOf = ({ variables }: CasePlan) => JSON.stringify(variables);
  const whole = matched(cases, own, (one) =>
    JSON.stringify([textOf(one), ...[...one.attachments, ...one.inputs].map(({ id }) => id)]),
  );
  const left = own.filter(
    ({ id, attachments, inputs }) => !whole.includes(id) && attachments.length + inputs.length === 0,
  );
  const byText = matched(
    cases.filter((_, at) => whole[at] === undefined),
    left,
    textOf,
  );
  return whole.map((id) => id ?? byText.shift());
}

/** The number of the one of `there` that each of `given` is, by its name; each is one once. */
function matched<One>(
  given: readonly One[],
  there: readonly (One & { readonly id: number })[],
  nameOf: (one: One) => string,
): (number | undefined)[] {
  const left = new Map<string, number[]>();
  for (const one of there) left.set(nameOf(one), [...(left.get(nameOf(one)) ?? []), one.id]);
  return given.map((one) => left.get(nameOf(one))?.shift());
}

function takes({ storage }: Read, cell: CellUnit, { replyId, jobId }: GivenAnswer): boolean {
  if (cell.status !== 'done') return cell.status !== 'waiting' && cell.status !== 'running';
  if (cell.replyId === replyId && cell.jobId === jobId) return false;
  const owner =
    cell.conversationId === null
      ? storage.jobs.get(cell.jobId ?? '')?.owner
      : storage.conversations.get(cell.conversationId)?.owner;
  return owner?.kind !== 'experiment';
}

/** Puts them into its cells, with the cases and variants that it lacks. Votes, assertions and all else stay. */
export function takeAnswers(
  { storage }: Read,
  experiment: Experiment,
  { variants, cases }: ExperimentPlan,
  later: readonly Later[],
): void {
  const { experiments } = storage;
  const { units } = experiments;
  const { id, state } = experiment;
  if (state === 'running') throw new AppError(isRunning());
  storage.transaction(() => {
    const before = new Set(units.withStatus(id, 'waiting').map(({ position }) => position));
    const newVariants = numbersOf(
      later,
      ({ variantId }) => variantId,
      ({ variantAt }) => variantAt,
    );
    const newCases = numbersOf(
      later,
      ({ caseId }) => caseId,
      ({ caseAt }) => caseAt,
    );
    requireCells(
      (experiment.variants.length + newVariants.length) *
        (experiment.caseCount + newCases.length) *
        experiment.repeats,
    );
    const variantIds = new Map(
      newVariants.flatMap((at) => {
        const variant = variants[at];
        return variant === undefined ? [] : [[at, experiments.addVariant(id, variant)] as const];
      }),
    );
    const added = experiments.addCases(
      id,
      newCases.flatMap((at) => cases[at] ?? []),
    );
    for (const { answer, ...place } of later) {
      const { variantAt, caseAt, ...rest } = answer;
      const variantId = place.variantId ?? variantIds.get(variantAt);
      const caseId = place.caseId ?? added[newCases.indexOf(caseAt)] ?? 0;
      const cell = experiments.cellsOfCase(id, caseId, 1).find((one) => one.variantId === variantId);
      if (cell !== undefined) units.update(cell, { ...rest, status: 'done', error: null });
    }
    // What was never answered is sent by nobody unless it is asked for.
    for (const unit of units.withStatus(id, 'waiting'))
      if (!before.has(unit.position)) units.update(unit, { status: 'stopped' });
    units.count(id);
  });
}

/** Places in the plan of what the experiment lacks, each once and in their order. */
const numbersOf = (
  later: readonly Later[],
  known: (one: Later) => number | undefined,
  place: (answer: GivenAnswer) => number,
): readonly number[] =>
  [...new Set(later.flatMap((one) => (known(one) === undefined ? [place(one.answer)] : [])))].sort(
    (one, other) => one - other,
  );

const isRunning = () =>
  ({
    code: 'invalid_input',
    field: 'id',
    message: 'The experiment is running. Pause it, then take the answers in.',
  }) as const;
