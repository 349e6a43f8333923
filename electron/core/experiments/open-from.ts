import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentPlan } from '../../../shared/lab/experiment';
import { fingerprint } from '../../../shared/text/fingerprint';
import type { Ports } from '../ports/ports';
import { answersFrom, type GivenAnswer } from './answers-from';
import { judgeAgain } from './case-verdict';
import { changed, type ExperimentParts } from './edit-experiment';
import { dropUnwanted } from './judging/open-judgements';
import { laterAnswers, openedBefore, refreshAnswers, takeAnswers } from './take-answers';

/** Opens what was asked elsewhere as an experiment that has ended. */
export function createOpening({ ports, services, reports, find }: ExperimentParts) {
  const { experiments } = ports.storage;
  /** @returns whether cells of an experiment that was there have other answers now */
  const bring = (id: string, { plan, answers }: Answered, later: LaterAnswers): boolean => {
    if (later.length > 0) takeAnswers(ports, find(id), plan, later);
    const isOther = refreshAnswers(ports, id, answers) || later.length > 0;
    if (isOther) dropUnwanted(ports, id);
    return isOther;
  };
  const showCells = (id: string) => {
    for (const unit of experiments.doneUnits(id, 0, Number.MAX_SAFE_INTEGER)) reports.unit(unit);
  };
  return {
    /** The answers stay where they are: what is deleted there has no answer here. */
    async openFrom({ takesNew = false, ...source }: CheckedInput<'experiments.openFrom'>) {
      const answered = answersFrom(ports, source, services.profiles.activeId());
      const { plan, answers } = answered;
      if (answers.length === 0) throw new AppError(noAnswers());
      const id = openedBefore(ports, answers) ?? idOf(source, answers);
      experiments.setRemoved(id, null);
      const isNew = experiments.summary(id) === undefined;
      if (isNew) store(ports, id, plan, answers);
      const later = laterAnswers(ports, find(id), source.kind, answered);
      const isOther = bring(id, answered, takesNew ? later : []);
      if (isNew || isOther) await judgeAgain(ports, id);
      if (isOther) showCells(id);
      changed({ ports, reports }, id);
      return takesNew || later.length === 0 ? { id } : { id, newAnswers: later.length };
    },
  };
}

type Answered = ReturnType<typeof answersFrom>;
type LaterAnswers = ReturnType<typeof laterAnswers>;

function store(ports: Ports, id: string, plan: ExperimentPlan, answers: readonly GivenAnswer[]): void {
  const { experiments } = ports.storage;
  const { units } = experiments;
  const modality = plan.variants[0]?.modality ?? 'chat';
  const now = ports.clock.now();
  ports.storage.transaction(() => {
    experiments.insert({ ...plan, id, modality, createdAt: now });
    for (const { variantAt, caseAt, ...answer } of answers) {
      const position = caseAt * plan.variants.length + variantAt + 1;
      units.update({ ownerId: id, position }, { ...answer, status: 'done' });
    }
    // What was never answered is sent by nobody unless it is asked for.
    units.move(id, 'waiting', 'stopped');
    units.setState(id, { status: 'completed', error: null, finishedAt: now });
    units.count(id);
  });
}

/** Of one that has no answer of these. */
function idOf({ kind, id }: CheckedInput<'experiments.openFrom'>, answers: readonly GivenAnswer[]): string {
  const text = JSON.stringify([kind, id, answers.map((one) => [one.key, one.variantAt, one.caseAt])]);
  const hex = ['one', 'other']
    .flatMap((half) => fingerprint(`${half} ${text}`).split('x'))
    .map((part) => Number.parseInt(part, 36).toString(16).padStart(8, '0'))
    .join('');
  // A UUID of a hash, as RFC 9562 forms one.
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`],
    hex.slice(20, 32),
  ].join('-');
}

const noAnswers = () =>
  ({
    code: 'invalid_input',
    field: 'id',
    message: 'There is no answer in it yet. Open it in the lab once one is there.',
  }) as const;
