/** What models are still to be asked about answers that are there. */
import type { CheckedInput } from '../../../../shared/contract';
import type { CasePlan, Experiment } from '../../../../shared/lab/experiment';
import type { StoredJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import type { PlannedCall } from '../../prices/planned-call';
import { plannedUnit } from '../../units/planned-units';
import { requestOfJudgement } from '../judgement-request';
import { missingIn, wantedIn } from './missing-judgements';

type Read = Pick<Ports, 'storage'>;

/** Something else that is expected of answers, by all cases or by one. */
export type ExpectedEdit = Extract<CheckedInput<'experiments.forecast'>, { judging: unknown }>['judging'];

/** Requests to judges that wait. */
export function waitingJudgements({ storage }: Read, id: string): readonly StoredJudgement[] {
  const { experiments } = storage;
  return experiments.units.withStatus(id, 'waiting').flatMap((unit) => experiments.judgement(unit) ?? []);
}

/** What judging would cost if this were expected of the answers. */
export function plannedJudging(ports: Read, before: Experiment, edit: ExpectedEdit): readonly PlannedCall[] {
  const { experiment, caseOf } = edited(ports, before, edit);
  const wanted = wantedIn(ports, experiment, caseOf);
  const waiting = waitingJudgements(ports, before.id).filter(({ subject }) => wanted.has(subject));
  return [...waiting, ...missingIn(ports, experiment, caseOf)].map((one) =>
    plannedUnit(ports.storage.files, requestOfJudgement(one)),
  );
}

function edited({ storage }: Read, experiment: Experiment, edit: ExpectedEdit) {
  const stored = (number: number) => storage.experiments.case(experiment.id, number);
  const { assertions, threshold } = edit;
  const change = {
    ...(assertions !== undefined && { assertions }),
    ...(threshold !== undefined && { threshold }),
  };
  if (!('caseId' in edit)) {
    const { judge = experiment.judge } = edit;
    return { experiment: { ...experiment, ...change, judge }, caseOf: stored };
  }
  const caseOf = (number: number): CasePlan | undefined => {
    const own = stored(number);
    return own && number === edit.caseId ? { ...own, ...change } : own;
  };
  return { experiment, caseOf };
}

/**
 * What waits to be asked and is wanted no longer, such as of a judge that was replaced, would be paid for nothing.
 *
 * @returns the names of what was dropped
 */
export function dropUnwanted(ports: Read, id: string): readonly string[] {
  const { experiments } = ports.storage;
  const experiment = experiments.get(id);
  const waiting = waitingJudgements(ports, id);
  if (experiment === undefined || waiting.length === 0) return [];
  const wanted = wantedIn(ports, experiment);
  const unwanted = waiting.filter(({ subject }) => !wanted.has(subject));
  ports.storage.transaction(() => {
    for (const { position } of unwanted) experiments.dropJudgement({ ownerId: id, position });
    experiments.units.count(id);
  });
  return unwanted.map(({ subject }) => subject);
}

/** Before cells are asked again: what waits to be asked about their earlier answers would be paid for nothing. */
export function dropJudgementsOf(ports: Read, id: string, cells: readonly number[]): void {
  const { experiments } = ports.storage;
  const stale = waitingJudgements(ports, id).filter((one) => one.cells.some((cell) => cells.includes(cell)));
  if (stale.length === 0) return;
  ports.storage.transaction(() => {
    for (const { position } of stale) experiments.dropJudgement({ ownerId: id, position });
    experiments.units.count(id);
  });
}
