/** What judging cells will cost, before there are answers: a request for each, of the length that answers usually have. */

import { isComparing, isMeasured } from '../../../../shared/assertions/types';
import { isAskedWith } from '../../../../shared/lab/asked-with';
import type { CasePlan, ExperimentPlan, VariantPlan } from '../../../../shared/lab/experiment';
import type { Ports } from '../../ports/ports';
import type { PlannedCall } from '../../prices/planned-call';
import { plannedUnit } from '../../units/planned-units';
import { expectedOfCase } from '../expected-of-case';
import { requestOfJudgement } from '../judgement-request';
import { judgeRequest, questionOf, type ShownAnswer } from './judge-request';
import { type JudgeTask, judgedAssertions } from './judged-assertions';

type Read = Pick<Ports, 'storage'>;

/** Of an answer that is not known yet. */
const ANSWER_CHARACTERS = 800;

export interface PlannedCell {
  readonly caseId: number;
  readonly repeat: number;
  readonly variant: VariantPlan;
}

/** How many of the comparisons of a case were asked for already. */
export type AskedBefore = (task: JudgeTask, caseId: number, repeat: number) => number;

type Grid = Pick<ExperimentPlan, 'assertions' | 'threshold' | 'judge' | 'variants'>;

/** @param cells those that will be asked; their whole cases are compared, but for what was asked before */
export function plannedJudgements(
  ports: Read,
  grid: Grid,
  cells: readonly PlannedCell[],
  caseOf: (id: number) => CasePlan | undefined,
  askedBefore: AskedBefore = () => 0,
): readonly PlannedCall[] {
  return groupsOf(cells).flatMap((group) => {
    const { caseId = 0, repeat = 0 } = group[0] ?? {};
    const asked = caseOf(caseId);
    const expected = asked && expectedOfCase(grid, asked);
    if (!asked || !expected) return [];
    const tasks = judgedAssertions(grid, expected, asked.variables).flatMap(({ task }) =>
      typeof task === 'string' ? [] : [task],
    );
    return tasks.flatMap((task) =>
      isComparing(task.type)
        ? comparisons(ports, grid, task, asked).slice(askedBefore(task, caseId, repeat))
        : judgedIn(task, group).map(({ variant }) => call(ports, task, asked, [variant])),
    );
  });
}

/** Only texts are measured. */
const judgedIn = ({ type }: JudgeTask, cells: readonly PlannedCell[]): readonly PlannedCell[] =>
  cells.filter(({ variant }) => !isMeasured(type) || variant.modality === 'chat');

/** Cells of one case that are asked together. */
function groupsOf(cells: readonly PlannedCell[]): readonly (readonly PlannedCell[])[] {
  const groups = new Map<string, PlannedCell[]>();
  for (const cell of cells) {
    const name = `${cell.caseId} ${cell.repeat}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [cell]);
    else group.push(cell);
  }
  return [...groups.values()];
}

function comparisons(ports: Read, grid: Grid, task: JudgeTask, asked: CasePlan): readonly PlannedCall[] {
  const variants = grid.variants.filter((_variant, at) => isAskedWith(asked, at + 1));
  const { length } = variants;
  if (length < 2) return [];
  const isBest = task.type === 'select-best';
  const one = call(ports, task, asked, isBest ? variants : variants.slice(0, 2));
  return Array.from({ length: isBest ? 2 : length * (length - 1) }, () => one);
}

function call(ports: Read, task: JudgeTask, asked: CasePlan, variants: readonly VariantPlan[]): PlannedCall {
  const shown = variants.map(
    ({ modality }): ShownAnswer => (modality === 'chat' ? { text: '' } : { mediaId: '' }),
  );
  const { type, profileId, model } = task;
  const request = judgeRequest(ports, task, questionOf(variants, asked), shown);
  const planned = plannedUnit(
    ports.storage.files,
    requestOfJudgement({ type, profileId, model, ...request }),
  );
  if (planned.kind !== 'chat') return planned;
  const texts = variants.filter(({ modality }) => modality === 'chat');
  const bounds = texts.map((variant) => mostAnswerTokens(ports, variant));
  const most = bounds.reduce(
    (sum, bound) => (sum === null || bound === null ? null : sum + bound),
    planned.mostPromptTokens,
  );
  const characters = planned.characters + texts.length * ANSWER_CHARACTERS;
  return { ...planned, characters, mostPromptTokens: most };
}

/** Another tokenizer, and the escapes of JSON, may need twice as many. */
function mostAnswerTokens({ storage }: Read, variant: VariantPlan): number | null {
  const { profileId, model } = variant;
  const record = storage.catalogues.get(profileId)?.models.find(({ id }) => id === model);
  const own = variant.modality === 'chat' ? variant.settings.maxTokens : undefined;
  const most = own ?? record?.capabilities?.maxOutput;
  return most === undefined ? null : most * 2;
}
