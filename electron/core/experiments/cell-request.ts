/** What a cell sends: a case, asked as a variant asks it. */
import { promptOfRow } from '../../../shared/lab/batch';
import type { CasePlan, VariantPlan } from '../../../shared/lab/experiment';
import { parseTemplate } from '../../../shared/lab/template';
import { setupOf } from '../../../shared/run/setup';
import { withoutLoop } from '../../../shared/run/without-loop';
import type { ExperimentStore } from '../ports/experiments';
import type { Unit } from '../ports/work';
import type { UnitRequest } from '../units/ask-unit';
import { requestOfJudgement } from './judgement-request';

type CaseInput = Pick<CasePlan, 'variables' | 'attachments' | 'inputs'>;

export const promptOf = ({ template }: Pick<VariantPlan, 'template'>, { variables }: CaseInput): string =>
  promptOfRow(parseTemplate(template), Object.keys(variables), Object.values(variables)).trim();

export function requestOfCell(variant: VariantPlan, asked: CaseInput): UnitRequest {
  const { profileId, model } = variant;
  const prompt = promptOf(variant, asked);
  const setup = setupOf(variant);
  if (setup.modality !== 'chat') return { ...setup, profileId, model, prompt, inputs: asked.inputs };
  const { systemPrompt, ...rest } = withoutLoop(setup.settings);
  const filled =
    systemPrompt === undefined ? {} : { systemPrompt: withValues(systemPrompt, asked.variables) };
  const settings = { ...rest, ...filled };
  return { modality: 'chat', settings, profileId, model, prompt, attachments: asked.attachments };
}

/** Only variables that the case has are replaced: braces mean something else in many system prompts. */
function withValues(text: string, variables: CaseInput['variables']): string {
  const { parts } = parseTemplate(text);
  const read = (name: string, source: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : source;
  return parts.map((part) => (part.kind === 'text' ? part.source : read(part.name, part.source))).join('');
}

/** What the cells of stored experiments send. */
export const cellRequests =
  (experiments: Pick<ExperimentStore, 'unit' | 'variant' | 'case' | 'judgement'>) =>
  (unit: Unit): UnitRequest | undefined => {
    const judgement = experiments.judgement(unit);
    if (judgement !== undefined) return requestOfJudgement(judgement);
    const cell = experiments.unit(unit);
    const variant = cell && experiments.variant(unit.ownerId, cell.variantId);
    const asked = cell && experiments.case(unit.ownerId, cell.caseId);
    return variant && asked && requestOfCell(variant, asked);
  };
