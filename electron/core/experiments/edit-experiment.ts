import { isJudged } from '../../../shared/assertions/types';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { CasePlan, Experiment, VariantPlan } from '../../../shared/lab/experiment';
import type { Documents } from '../files/documents';
import type { Files } from '../files/files';
import type { CellUnit } from '../ports/experiments';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import type { WorkContext } from '../units/work-context';
import type { WorkControl } from '../units/work-control';
import { comparesScores } from './best-score';
import { judgeAgain } from './case-verdict';
import {
  checkCases,
  checkJudge,
  checkPlan,
  checkVariant,
  named,
  requireFiles,
  withOwnLabels,
} from './check-plan';
import { expectedOfCase } from './expected-of-case';
import type { ExperimentReports } from './experiment-reports';
import { dropUnwanted } from './judging/open-judgements';
import type { WithheldJudgements } from './judging/withheld-judgements';

/** What the commands for experiments share. */
export interface ExperimentParts {
  readonly ports: Ports;
  readonly services: WorkContext['services'] & { readonly files: Files; readonly documents: Documents };
  readonly moneyOf: MoneyOf;
  readonly reports: ExperimentReports;
  readonly control: WorkControl;
  readonly withheld: WithheldJudgements;
  /** @throws AppError `not_found` */
  readonly find: (id: string) => Experiment;
  readonly pump: () => void;
}

/** A window has to read it again. */
export function changed({ ports, reports }: Pick<ExperimentParts, 'ports' | 'reports'>, id: string): void {
  ports.storage.experiments.revise(id);
  reports.owner(id);
}

/** Variants of a command, with the profile in use where none is named. */
export const paidBy = (
  profileId: string,
  variant: CheckedInput<'experiments.addVariant'>['variant'],
): VariantPlan => named({ ...variant, profileId: variant.profileId ?? profileId });

/** Makes experiments. */
export function createMaking({ ports, services, moneyOf, reports }: ExperimentParts) {
  const { experiments } = ports.storage;
  return {
    create(input: CheckedInput<'experiments.create'>) {
      if (experiments.summary(input.id)) return;
      const { id, ...given } = input;
      const activeId = services.profiles.activeId();
      const variants = withOwnLabels(given.variants.map((variant) => paidBy(activeId, variant)));
      const plan = { ...given, variants };
      checkPlan({ ports, moneyOf }, plan);
      const modality = variants[0]?.modality ?? 'chat';
      experiments.insert({ ...plan, id, modality, createdAt: ports.clock.now() });
      reports.owner(id);
    },
  };
}

/** What can change at any time: nothing of it is sent. */
export function createEditing({ ports, moneyOf, find, reports, withheld, pump }: ExperimentParts) {
  const { experiments } = ports.storage;
  /** Cells that count again are judged as the others of their run are. */
  const judgeForeseen = (experiment: Experiment, units: readonly CellUnit[]) => {
    for (const unit of units)
      for (const judgement of withheld.take(experiment, unit))
        experiments.addJudgement(experiment.id, judgement);
  };
  return {
    async edit({ id, ...edit }: CheckedInput<'experiments.edit'>) {
      const before = find(id);
      const { variants } = before;
      const { budget } = edit;
      requireSameJudging(before, { ...before, ...given(edit) });
      if (budget) for (const variant of variants) checkVariant({ ports, moneyOf }, variant, budget);
      if (budget || edit.judge) checkJudge({ moneyOf }, { ...before, ...given(edit) });
      ports.storage.transaction(() => {
        experiments.edit(id, edit);
        dropUnwanted(ports, id);
      });
      const isJudgedAgain = [edit.assertions, edit.threshold, edit.judge].some((one) => one !== undefined);
      if (isJudgedAgain) await judgeAgain(ports, id);
      changed({ ports, reports }, id);
      pump();
    },
    renameVariant({ id, variantId, label }: CheckedInput<'experiments.renameVariant'>) {
      experiments.renameVariant(find(id).id, variantId, label);
      changed({ ports, reports }, id);
    },
    async editCase({ id, caseId, ...edit }: CheckedInput<'experiments.editCase'>) {
      const experiment = find(id);
      const before = experiments.case(id, caseId);
      if (!before) throw new AppError({ code: 'not_found', message: 'This case no longer exists.' });
      const after = { ...before, ...given(edit) };
      const [judged, judgedAfter] = [before, after].map(({ assertions }) => ({ ...experiment, assertions }));
      if (judged && judgedAfter) requireSameJudging(judged, judgedAfter);
      const isSent = edit.variables ?? edit.attachments ?? edit.inputs;
      if (isSent !== undefined) {
        if (experiments.isSent(id, caseId)) throw new AppError(alreadySent());
        checkCases(experiment.variants, [after], caseId);
      }
      const files = filesIn(edit, after);
      requireFiles({ ports }, [{ attachments: [], inputs: [], ...files }], caseId);
      ports.storage.transaction(() => {
        experiments.editCase(id, caseId, { ...given(edit), ...files });
        dropUnwanted(ports, id);
      });
      await judgeAgain(ports, id, caseId);
      changed({ ports, reports }, id);
    },
    async exclude({ id, cells, isExcluded }: CheckedInput<'experiments.exclude'>) {
      const experiment = find(id);
      const units = cells.flatMap((position) => experiments.unit({ ownerId: id, position }) ?? []);
      ports.storage.transaction(() => {
        experiments.exclude(id, cells, isExcluded);
        withheld.keep(id, dropUnwanted(ports, id));
        if (!isExcluded && experiment.state === 'running') judgeForeseen(experiment, units);
      });
      for (const caseId of new Set(units.map((unit) => unit.caseId))) {
        const own = experiments.case(id, caseId);
        if (own && comparesScores(expectedOfCase(experiment, own))) await judgeAgain(ports, id, caseId);
      }
      for (const position of cells) reports.unit({ ownerId: id, position });
      reports.owner(id);
      pump();
    },
  };
}

const given = <Edit extends object>(edit: Edit): Partial<Edit> =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Partial<Edit>;

/**
 * What runs was admitted with its price: what judges are asked changes only beside it.
 * @throws AppError `invalid_input`
 */
function requireSameJudging(before: Experiment, after: Pick<Experiment, 'judge' | 'assertions'>): void {
  const isOpen = before.state === 'running' || before.counts.running > 0;
  if (!isOpen || judgedText(before) === judgedText(after)) return;
  const message =
    'A model judges this, which costs. Pause the experiment, wait for its requests, and change it then.';
  throw new AppError({ code: 'invalid_input', field: 'assertions', message });
}

/** Who judges what, apart from all that costs nothing. */
function judgedText({ judge, assertions }: Pick<Experiment, 'judge' | 'assertions'>): string {
  const each = assertions.flatMap((one) => [one, ...(one.assert ?? [])]);
  const judged = each.filter(({ type }) => isJudged(type.replace(/^not-/, '')));
  return judged.length === 0
    ? ''
    : JSON.stringify([judge, judged.map(({ type, value, model }) => [type, value, model])]);
}

const alreadySent = () =>
  ({
    code: 'invalid_input',
    field: 'caseId',
    message: 'Cells of this case were sent, so what it asks can’t change. Add another case instead.',
  }) as const;

/** Attachments and inputs are stored as one list: where one of them changes, both are written. */
const filesIn = (
  edit: Partial<Pick<CasePlan, 'attachments' | 'inputs'>>,
  { attachments, inputs }: Pick<CasePlan, 'attachments' | 'inputs'>,
) => (edit.attachments || edit.inputs ? { attachments, inputs } : {});
