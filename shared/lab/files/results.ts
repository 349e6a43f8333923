/** What came of an experiment, one row for each cell, as files have it. */

import { amountIn, costFields } from '../../money/cost';
import { exactAmount, fromAmount } from '../../money/money';
import { moneyUnits, unitTable } from '../../money/money-units';
import { jsonLine } from '../../text/json-line';
import { csvText } from '../csv';
import type { Cell, CellDetail, ExperimentCase, Variant } from '../experiment';
import { spreadOf } from '../statistics/summary';

export interface Result {
  readonly cell: CellDetail;
  readonly of: ExperimentCase;
  readonly variant: Variant;
}

/** In the order of the experiment: the first case may be asked with the last variant alone. */
export const variantsIn = (results: readonly Result[]): readonly Variant[] =>
  [...new Map(results.map(({ variant }) => [variant.id, variant])).values()].toSorted(
    (one, other) => one.id - other.id,
  );

export const groupKey = ({ caseId, variantId }: Pick<Cell, 'caseId' | 'variantId'>): string =>
  `${caseId} ${variantId}`;

/** The results of each case with each variant: several where it was asked several times. */
export function groupsOf(results: readonly Result[]): ReadonlyMap<string, readonly Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = groupKey(result.cell);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  return groups;
}

/** The spread of the repeats that a cell is one of, as columns of its row. */
const spreadColumns = [
  'repeatsPassed',
  'repeatsJudged',
  'repeatsScore',
  'repeatsScoreLow',
  'repeatsScoreHigh',
];

function spreadFields(results: readonly Result[]): readonly (number | null)[] {
  const { passed, score } = spreadOf(results.map(({ cell }) => cell));
  const [low, high] = score?.interval ?? [null, null];
  return [passed?.value ?? null, passed?.n ?? 0, score?.value ?? null, low, high];
}

/** What the answer is: text, or what came instead; `null` where there is none. */
const kindOfAnswer = ({ text, answerOf }: CellDetail) => (text === null ? null : (answerOf ?? 'text'));

/** The names of the files that are sent with a case. */
export const fileNamesOf = ({ attachments, inputs }: Pick<ExperimentCase, 'attachments' | 'inputs'>) =>
  [...attachments, ...inputs].map(({ name }) => name);

/** As a line of JSON: unknown figures are `null`, never 0. */
export function resultFields({ cell, of, variant }: Result): Readonly<Record<string, unknown>> {
  return {
    case: of.id,
    variant: variant.label,
    model: variant.model,
    promptVersion: variant.promptVersion,
    repeat: cell.repeat,
    state: cell.state,
    verdict: cell.verdict ?? null,
    score: cell.score ?? null,
    namedScores: cell.namedScores ?? {},
    cost: costFields(cell.cost ?? null, ({ unit, amount }) => fromAmount(amount, unit)),
    totalMs: cell.totalMs ?? null,
    firstTokenMs: cell.firstTokenMs ?? null,
    completionTokens: cell.completionTokens ?? null,
    variables: of.variables,
    files: fileNamesOf(of),
    prompt: cell.prompt,
    answer: cell.text,
    answerOf: kindOfAnswer(cell),
    file: cell.media?.fileName ?? null,
    checks: cell.checks,
    error: cell.error === null ? null : { code: cell.error.code, message: cell.error.message },
    isExcluded: cell.isExcluded === true,
  };
}

/** One line of JSON for each cell. */
export const resultsJsonLines = (results: readonly Result[]): string =>
  results.map((result) => `${jsonLine(resultFields(result))}\n`).join('');

/** Why a cell did not pass, in one text. */
export const whyOf = ({ error, checks }: CellDetail): string =>
  error === null
    ? checks
        .filter(({ state }) => state !== 'passed')
        .map(({ name, why }) => (why === '' ? name : why))
        .join(' ')
    : error.message;

const versionFields = ({ promptVersion }: Variant) => [
  promptVersion?.version ?? null,
  promptVersion?.promptId ?? null,
];

/** One row for each cell: what was asked, then what came. */
export function resultsCsv(results: readonly Result[]): string {
  const names = [...new Set(results.flatMap(({ of }) => Object.keys(of.variables)))];
  const money = moneyUnits.map((unit) => unitTable[unit].field);
  const isOther = results.some(({ cell }) => cell.answerOf !== undefined);
  const hasFiles = results.some(({ of }) => fileNamesOf(of).length > 0);
  const filesField = (of: ExperimentCase) => (hasFiles ? [fileNamesOf(of).join(', ')] : []);
  const groups = results.some(({ cell }) => cell.repeat > 1) ? groupsOf(results) : null;
  const isVersioned = results.some(({ variant }) => variant.promptVersion !== null);
  const head = [
    ...['case', 'variant', 'model', 'repeat', ...names, 'state', 'verdict', 'score', 'answer', 'file', 'why'],
    ...[...money, 'ms', 'tokens', 'excluded', ...(isOther ? ['answerOf'] : [])],
    ...(isVersioned ? ['promptVersion', 'promptId'] : []),
    ...(groups === null ? [] : spreadColumns),
    ...(hasFiles ? ['caseFiles'] : []),
  ];
  const rows = results.map(({ cell, of, variant }) => [
    ...[of.id, variant.label, variant.model, cell.repeat],
    ...names.map((name) => of.variables[name] ?? null),
    ...[
      cell.state,
      cell.verdict ?? null,
      cell.score ?? null,
      cell.text,
      cell.media?.fileName ?? null,
      whyOf(cell),
    ],
    ...moneyUnits.map((unit) => {
      const amount = amountIn(cell.cost ?? null, unit);
      return amount === null ? null : exactAmount(amount, unit);
    }),
    ...[cell.totalMs ?? null, cell.completionTokens ?? null, cell.isExcluded === true ? 'yes' : ''],
    ...(isOther ? [kindOfAnswer(cell)] : []),
    ...(isVersioned ? versionFields(variant) : []),
    ...(groups === null ? [] : spreadFields(groups.get(groupKey(cell)) ?? [])),
    ...filesField(of),
  ]);
  return csvText([head, ...rows]);
}
