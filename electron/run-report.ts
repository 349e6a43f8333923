/** What `gatehouse run` prints and writes of the results. */
import type { CellDetail, Experiment, ExperimentCase, ExperimentSummary } from '../shared/lab/experiment';
import { type Result, resultsCsv, resultsJsonLines, variantsIn, whyOf } from '../shared/lab/files/results';
import { resultsJunit } from '../shared/lab/files/results-junit';
import { type ResultsPage, resultsHtml } from '../shared/lab/files/results-page';
import { countText } from '../shared/lab/statistics/estimates';
import { pairedText } from '../shared/lab/statistics/paired-test';
import { compareVariants, namedScoresOf, summarizeVariant } from '../shared/lab/statistics/summary';
import { costFields, exactCostText, isPaid } from '../shared/money/cost';
import { fromAmount } from '../shared/money/money';
import { jsonLine } from '../shared/text/json-line';
import type { Ask } from './command-line';
import { shownLine, shownText } from './command-output';

export function progressText(experiment: ExperimentSummary): string {
  const { counts, verdicts } = experiment;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = all - counts.waiting - counts.running;
  const others = [
    [verdicts.unclear, 'unclear'],
    [counts.failed + counts.interrupted, 'without an answer'],
  ] as const;
  const rest = others.flatMap(([count, what]) => (count === 0 ? [] : [`, ${count} ${what}`])).join('');
  return `${ended} of ${all}: ${verdicts.passed} passed, ${verdicts.failed} failed${rest}, ${spentText(experiment)}`;
}

/** An unknown cost is not zero. */
function spentText({ cost, hasUnknownCost }: ExperimentSummary): string {
  const known = exactCostText(cost) ?? 'cost unknown';
  if (!hasUnknownCost) return known;
  return isPaid(cost) ? `${known} and what is unknown` : 'cost unknown';
}

export async function resultOf(ask: Ask, id: string, cellId: number): Promise<Result> {
  const [cell, { variants }] = await Promise.all([
    ask('experiments.cell', { id, cellId }),
    ask('experiments.get', { id }),
  ]);
  const [of] = await ask('experiments.cases', { id, after: cell.caseId - 1, limit: 1 });
  const variant = variants.find((one) => one.id === cell.variantId);
  if (of === undefined || variant === undefined) throw new Error('The cell has no case or no variant.');
  return { cell, of, variant };
}

const words = { passed: 'passed ', failed: 'FAILED ', unclear: 'unclear' } as const;

export function lineOf({ cell, of, variant }: Result): string {
  const state = cell.verdict === undefined ? cell.state : words[cell.verdict];
  const why = whyOf(cell);
  const about = Object.values(of.variables).join(', ').slice(0, 60);
  return `${state}  ${shownLine(`${variant.label}  ${of.id} ${about}${why === '' ? '' : `: ${why}`}`)}`;
}

/** All of them, in the order of their cells. */
export async function allResults(ask: Ask, id: string): Promise<readonly Result[]> {
  const { variants } = await ask('experiments.get', { id });
  const cases = new Map<number, ExperimentCase>();
  for (let after = 0; ; ) {
    const page = await ask('experiments.cases', { id, after, limit: 500 });
    for (const one of page) cases.set(one.id, one);
    const last = page.at(-1);
    if (last === undefined || page.length < 500) break;
    after = last.id;
  }
  const details: CellDetail[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof cellsAfter>> = await cellsAfter(ask, id, after);
    for (const { id: cellId } of page.cells) details.push(await ask('experiments.cell', { id, cellId }));
    after = page.nextAfter;
  }
  return details.flatMap((cell) => {
    const [of, variant] = [cases.get(cell.caseId), variants.find((one) => one.id === cell.variantId)];
    return of === undefined || variant === undefined ? [] : [{ cell, of, variant }];
  });
}

const cellsAfter = (ask: Ask, id: string, after: number) =>
  ask('experiments.cells', { id, after, limit: 1_000 });

/** Files of the results as `data:` addresses, by their ids. */
export type PageFiles = Pick<ResultsPage, 'thumbnails' | 'players'>;

type Writer = (title: string, date: string, results: readonly Result[], files?: PageFiles) => string;

export function writerOf(name: string): Writer | null {
  if (/\.csv$/i.test(name)) return (_title, _date, results) => resultsCsv(results);
  if (/\.jsonl$/i.test(name)) return (_title, _date, results) => resultsJsonLines(results);
  if (/\.xml$/i.test(name)) return (title, _date, results) => resultsJunit(title, results);
  if (!/\.html?$/i.test(name)) return null;
  return (title, date, results, files) =>
    resultsHtml({ title, date, variants: variantsIn(results), results, ...files });
}

/** The lines at the end. */
export function summaryLines(
  experiment: Experiment,
  results: readonly Result[],
  format: 'text' | 'json' | 'junit',
  code: number,
): readonly string[] {
  if (format === 'junit') return [shownText(resultsJunit(experiment.title, results).trimEnd())];
  const cells = results.map(({ cell }) => cell);
  const variants = experiment.variants.map((variant) => {
    const { passed, unclear, score, totalMs } = summarizeVariant(variant.id, cells);
    const namedScores = Object.fromEntries(namedScoresOf(variant.id, cells));
    return { label: variant.label, model: variant.model, passed, unclear, score, totalMs, namedScores };
  });
  const [first, ...others] = experiment.variants;
  const comparisons = others.map((variant) => {
    const test = compareVariants(variant.id, first?.id ?? 0, cells);
    return { variant: variant.label, against: first?.label ?? '', ...test, text: pairedText(test) };
  });
  if (format === 'json') {
    const { title, state, counts, verdicts, score, cost, hasUnknownCost, error } = experiment;
    const money = costFields(cost, ({ unit, amount }) => fromAmount(amount, unit));
    const figures = { state, counts, verdicts, score, cost: money, hasUnknownCost, variants, comparisons };
    const why = error === null ? null : { code: error.code, message: error.message };
    return [jsonLine({ type: 'summary', title, ...figures, error: why, code })];
  }
  const shares = variants.map(({ label, passed, score }) => {
    const share =
      passed === null ? 'not judged' : `${Math.round(passed.value * passed.n)} of ${passed.n} passed`;
    return `${label}: ${share}${score === null ? '' : `, score ${score.value.toFixed(2)} (n = ${countText(score)})`}`;
  });
  const tests = comparisons.map(({ variant, against, text }) => `${variant} against ${against}: ${text}`);
  const why = experiment.error === null ? '' : ` ${experiment.error.message}`;
  return [...shares, ...tests, `${progressText(experiment)}.${why}`].map(shownLine);
}
