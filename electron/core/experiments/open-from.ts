import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentPlan } from '../../../shared/lab/experiment';
import { fingerprint } from '../../../shared/text/fingerprint';
import type { Ports } from '../ports/ports';
import { answersFrom, type GivenAnswer } from './answers-from';
import { judgeAgain } from './case-verdict';
import type { ExperimentParts } from './edit-experiment';

/** Opens what was asked elsewhere as an experiment that has ended. */
export function createOpening({ ports, services, reports }: ExperimentParts) {
  const { experiments } = ports.storage;
  return {
    /** The answers stay where they are: what is deleted there has no answer here. */
    async openFrom(source: CheckedInput<'experiments.openFrom'>) {
      const { plan, answers } = answersFrom(ports, source, services.profiles.activeId());
      if (answers.length === 0) throw new AppError(noAnswers());
      const id = idOf(source, answers);
      experiments.setRemoved(id, null);
      if (experiments.summary(id) === undefined) {
        store(ports, id, plan, answers);
        await judgeAgain(ports, id);
      }
      reports.owner(id);
      return { id };
    },
  };
}

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

/** The same for the same answers: opened again, votes and assertions are there. With another answer it is another one. */
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
