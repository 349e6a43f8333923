/**
 * Judgements that were admitted with a run, and are not asked as long as one of their cells is left out. They are known by
 * the names of their exact answers, for this run alone and in memory alone: whatever is not surely foreseen waits for a press.
 */
import type { CasePlan, Experiment } from '../../../../shared/lab/experiment';
import type { CellUnit, NewJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import type { UnitPlace } from '../../ports/work';
import { missingOfCase } from './missing-judgements';

export type WithheldJudgements = ReturnType<typeof createWithheldJudgements>;

interface Run {
  /** Numbers of the cells that are sent in it; others were admitted with an earlier one. */
  readonly sent: Set<number>;
  /** Names of judgements. */
  readonly withheld: Set<string>;
  /** Cases whose best answer was asked for: each was foreseen once. */
  readonly compared: Set<string>;
}

/** What ended: the cell, with those beside it and what is asked about it now. */
interface Ended {
  readonly unit: CellUnit;
  readonly asked: CasePlan;
  readonly cells: readonly CellUnit[];
  readonly added: readonly NewJudgement[];
}

export function createWithheldJudgements(ports: Pick<Ports, 'storage'>) {
  const runs = new Map<string, Run>();
  const runOf = (id: string): Run => runs.get(id) ?? begin(id);
  const begin = (id: string): Run => {
    const run: Run = { sent: new Set(), withheld: new Set(), compared: new Set() };
    runs.set(id, run);
    return run;
  };
  return {
    /** Something else is admitted: what was foreseen before counts no longer. */
    begin: (id: string) => void begin(id),
    forget: (id: string) => void runs.delete(id),
    sends: ({ ownerId, position }: UnitPlace) => void runOf(ownerId).sent.add(position),
    /** They waited, and were dropped since a cell was left out. */
    keep(id: string, subjects: readonly string[]): void {
      for (const subject of subjects) runOf(id).withheld.add(subject);
    },
    noteEnd: (experiment: Experiment, ended: Ended) =>
      noteEnd(ports, runOf(experiment.id), experiment, ended),
    /** For cells that count again: what was foreseen of their case. Each is given once. */
    take(experiment: Experiment, { caseId, repeat }: Pick<CellUnit, 'caseId' | 'repeat'>) {
      const { experiments } = ports.storage;
      const { withheld } = runOf(experiment.id);
      const asked = experiments.case(experiment.id, caseId);
      if (asked === undefined || withheld.size === 0) return [];
      const cells = experiments.cellsOfCase(experiment.id, caseId, repeat);
      return missingOfCase(ports, experiment, asked, cells).filter(({ subject }) => withheld.delete(subject));
    },
  };
}

/** What would be asked if no cell of the case were left out. */
function noteEnd(
  ports: Pick<Ports, 'storage'>,
  { sent, withheld, compared }: Run,
  experiment: Experiment,
  { unit, asked, cells, added }: Ended,
): void {
  const name = `${unit.caseId} ${unit.repeat}`;
  if (added.some(isBest)) compared.add(name);
  if (!sent.has(unit.position) || !cells.some(({ isExcluded }) => isExcluded)) return;
  const counted = cells.map((cell) => ({ ...cell, isExcluded: false }));
  const ended = counted.filter(({ position }) => position === unit.position);
  for (const one of missingOfCase(ports, experiment, asked, counted, ended))
    if (!isBest(one) || !compared.has(name)) withheld.add(one.subject);
}

/** Among other answers it is another question, so it is not foreseen beside the one that was asked. */
const isBest = ({ type }: NewJudgement): boolean => type === 'select-best';
