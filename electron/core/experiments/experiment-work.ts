/** The cells of experiments, and what models are asked to judge of them, as what is sent unit by unit. */
import { fittedInputs } from '../../../shared/run/fitted-inputs';
import type { Files } from '../files/files';
import type { CellUnit } from '../ports/experiments';
import type { Ports } from '../ports/ports';
import type { Unit } from '../ports/work';
import type { MoneyOf } from '../profiles/paying-profile';
import type { UnitRequest } from '../units/ask-unit';
import { concernsAll } from '../units/unit-end';
import type { WorkContext, WorkKind } from '../units/work-context';
import { comparedWith } from './best-score';
import { budgetAllows } from './budget';
import { storeVerdict } from './case-verdict';
import { cellRequests } from './cell-request';
import { expectedOfCase } from './expected-of-case';
import type { ExperimentReports } from './experiment-reports';
import { judgementsAfter } from './judging/judgements-after';
import { missingOfCase } from './judging/missing-judgements';
import type { WithheldJudgements } from './judging/withheld-judgements';

interface Given {
  readonly files: Files;
  readonly moneyOf: MoneyOf;
}

export function experimentWork(
  ports: Ports,
  { spending, files, moneyOf }: Pick<WorkContext['services'], 'spending'> & Given,
  reports: ExperimentReports,
  withheld: WithheldJudgements,
): WorkKind {
  const { experiments } = ports.storage;
  const requestOf = cellRequests(experiments);
  return {
    owner: 'experiment',
    store: experiments.units,
    reports,
    requestOf,
    profileOf(unit) {
      const cell = experiments.unit(unit);
      if (cell?.variantId === 0) return experiments.judgement(unit)?.profileId;
      return cell && experiments.variant(unit.ownerId, cell.variantId)?.profileId;
    },
    // A model that its gateway does not know is one variant, not all.
    concernsAll: (error) => error.statusCode !== 404 && concernsAll(error),
    mayStart(unit) {
      withheld.sends(unit);
      const summary = experiments.summary(unit.ownerId);
      return summary === undefined
        ? 'later'
        : budgetAllows({ ports, spending, requestOf, moneyOf }, summary, unit);
    },
    prepared: async (unit, request) => fittedTo(ports, await withImages(ports, files, unit, request)),
    followUps: (units) => judgementsAfter(ports, units),
    onEnd(place) {
      const unit = experiments.unit(place);
      if (unit === undefined) return;
      if (unit.variantId > 0) addJudgements(ports, withheld, unit);
      judgeAll(ports, reports, unit);
    },
    onKnown(place) {
      const unit = experiments.unit(place);
      if (unit !== undefined) judgeAll(ports, reports, unit);
    },
  };
}

/** The verdicts that depend on the unit, by what is stored of it. */
function judgeAll(ports: Ports, reports: ExperimentReports, unit: CellUnit): void {
  const judged = judgedWith(ports, unit);
  for (const cell of judged) storeVerdict(ports, cell, () => reports.unit(cell));
  for (const cell of judged) reports.unit(cell);
}

/** Images of the library become files that a chat can send. */
async function withImages(
  { storage }: Ports,
  files: Files,
  unit: Unit,
  request: UnitRequest,
): Promise<UnitRequest> {
  const media = storage.experiments.judgement(unit)?.media ?? [];
  if (media.length === 0 || request.modality !== 'chat') return request;
  const added = await Promise.all(media.map((mediaId) => files.addFromLibrary({ mediaId })));
  return { ...request, attachments: added.map(({ id, name }) => ({ id, name })) };
}

/** Inputs in the roles that the model takes, as a comparison sends them. What it takes in none stays, and is refused. */
function fittedTo({ storage }: Ports, request: UnitRequest): UnitRequest {
  if (request.modality === 'chat' || !request.inputs?.length) return request;
  const { modality, profileId, model, inputs } = request;
  const known = storage.catalogues.get(profileId)?.models.find(({ id }) => id === model);
  const { sent } = fittedInputs(inputs, modality, known);
  return sent.length < inputs.length ? request : { ...request, inputs: sent };
}

/**
 * Whoever asked for the unit has admitted them: its own, and the comparisons of its case. What else is missing there, as
 * after an edit, was not foreseen with it. Of an experiment that was stopped nothing more is sent.
 */
function addJudgements(ports: Ports, withheld: WithheldJudgements, unit: CellUnit): void {
  const { ownerId, caseId, repeat } = unit;
  const { experiments } = ports.storage;
  const experiment = experiments.get(ownerId);
  const asked = experiments.case(ownerId, caseId);
  if (!experiment || !asked || !['running', 'paused'].includes(experiment.state)) return;
  const cells = experiments.cellsOfCase(ownerId, caseId, repeat);
  const added = missingOfCase(ports, experiment, asked, cells, [unit]);
  for (const judgement of added) experiments.addJudgement(ownerId, judgement);
  withheld.noteEnd(experiment, { unit, asked, cells, added });
}

/** The cells whose verdict depends on how a unit ended: those that a judge saw, or the cell with those beside it. */
function judgedWith(ports: Ports, unit: CellUnit): readonly CellUnit[] {
  const { experiments } = ports.storage;
  const experiment = experiments.get(unit.ownerId);
  const asked = experiments.case(unit.ownerId, unit.caseId);
  const expected = experiment && asked ? expectedOfCase(experiment, asked) : null;
  const numbers = unit.variantId > 0 ? [unit.position] : (experiments.judgement(unit)?.cells ?? []);
  const seen = numbers.flatMap((position) => experiments.unit({ ownerId: unit.ownerId, position }) ?? []);
  const [first] = seen;
  const compared = first === undefined ? [] : comparedWith(ports, expected, first);
  return [...seen, ...compared.filter(({ position }) => !numbers.includes(position))];
}
