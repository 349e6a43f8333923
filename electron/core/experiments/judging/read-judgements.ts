/** What models were asked to judge, as windows show it. */
import type { CasePlan, Experiment, Judgement } from '../../../../shared/lab/experiment';
import type { CellUnit, StoredJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import { expectedOfCase } from '../expected-of-case';
import { preferenceOf } from './judged-answers';
import { judgedAssertions } from './judged-assertions';
import { comparedCells, wantedOfCase, wantedOfCell } from './wanted-judgements';

type Read = Pick<Ports, 'storage'>;

/** A page of them, in their order. */
export function judgementsOf(
  ports: Read,
  experiment: Experiment,
  after: number,
  limit: number,
): readonly Judgement[] {
  const { experiments } = ports.storage;
  const valid = new Map<string, ReadonlySet<string>>();
  const subjectsNow = ({ caseId, repeat }: StoredJudgement) => {
    const name = `${caseId} ${repeat}`;
    const known = valid.get(name) ?? subjectsOfCase(ports, experiment, caseId, repeat);
    valid.set(name, known);
    return known;
  };
  return experiments
    .judgements(experiment.id, after, limit)
    .flatMap((one) => shown(ports, experiment.id, one, subjectsNow(one).has(one.subject)) ?? []);
}

/** What counts for one answer now. */
export function judgementsOfCell(
  ports: Read,
  experiment: Experiment,
  { position, caseId, repeat }: CellUnit,
  asked: CasePlan,
): readonly Judgement[] {
  const { experiments } = ports.storage;
  const subjects = subjectsOfCase(ports, experiment, caseId, repeat, asked);
  const stored = [...subjects].flatMap((subject) => experiments.judgementOf(experiment.id, subject) ?? []);
  return stored
    .filter(({ cells }) => cells.includes(position))
    .flatMap((one) => shown(ports, experiment.id, one, true) ?? []);
}

/** What answers of a case are judged by as they are now. */
function subjectsOfCase(
  { storage }: Read,
  experiment: Experiment,
  caseId: number,
  repeat: number,
  asked: CasePlan | undefined = storage.experiments.case(experiment.id, caseId),
): ReadonlySet<string> {
  const expected = asked && expectedOfCase(experiment, asked);
  if (!asked || !expected) return new Set();
  const cells = storage.experiments.cellsOfCase(experiment.id, caseId, repeat);
  const wanted = judgedAssertions(experiment, expected, asked.variables).flatMap(({ task }) =>
    typeof task === 'string'
      ? []
      : [
          ...cells.flatMap((cell) => wantedOfCell(task, cell)),
          ...wantedOfCase(task, comparedCells(cells) ?? []),
        ],
  );
  return new Set(wanted.map(({ subject }) => subject));
}

function shown(ports: Read, id: string, judgement: StoredJudgement, isCurrent: boolean): Judgement | null {
  const { experiments, messages } = ports.storage;
  const { position, type, caseId, cells, model } = judgement;
  const unit = experiments.unit({ ownerId: id, position });
  if (unit === undefined) return null;
  const prefers = isCurrent && unit.status === 'done' ? preferenceOf(ports, id, judgement) : null;
  const requestId = unit.replyId === null ? null : messages.get(unit.replyId)?.requestId;
  return {
    id: position,
    type,
    caseId,
    cells,
    model,
    state: unit.status,
    ...(prefers !== null && { prefers }),
    ...(!isCurrent && { isOutdated: true as const }),
    ...(unit.cost !== null && unit.replyId !== null && { cost: unit.cost }),
    ...(unit.error !== null && { error: unit.error }),
    ...(requestId && { requestId }),
    ...(unit.conversationId !== null && { conversationId: unit.conversationId }),
  };
}
