/** The results as one page of HTML without scripts, fonts or pictures from elsewhere: it opens anywhere. */
import { costText } from '../../money/cost';
import type { Variant } from '../experiment';
import type { Estimate } from '../statistics/estimates';
import { pairedText } from '../statistics/paired-test';
import { compareVariants, namedScoresOf, summarizeVariant } from '../statistics/summary';
import { type Result, whyOf, xml } from './results';

const style = `
:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{margin:2rem auto;max-width:80rem;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{border:1px solid #8886;padding:.4rem .6rem;text-align:left;vertical-align:top}
th{background:#8881}td{max-width:28rem;overflow-wrap:anywhere}
pre{white-space:pre-wrap;margin:0;font:inherit}details pre{margin-top:.4rem}
.passed{border-left:4px solid #2a8a4a}.failed{border-left:4px solid #c33}.unclear{border-left:4px solid #b80}
.quiet{opacity:.75}`;

/** Nothing is loaded, run or sent, whatever an answer holds. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export interface ResultsPage {
  readonly title: string;
  /** When it was made, as the reader's texts have times. */
  readonly date: string;
  readonly variants: readonly Variant[];
  readonly results: readonly Result[];
}

export function resultsHtml({ title, date, variants, results }: ResultsPage): string {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>${xml(title)}</title><style>${style}</style></head>`;
  const body = [
    `<h1>${xml(title)}</h1>`,
    `<p class="quiet">${results.length} results of ${variants.length} variants, ${xml(date)}</p>`,
    summaryTable(variants, results),
    resultTable(variants, results),
  ];
  return `${head}<body>${body.join('\n')}</body></html>\n`;
}

const cellsOf = (results: readonly Result[]) => results.map(({ cell }) => cell);

function summaryTable(variants: readonly Variant[], results: readonly Result[]): string {
  const [first] = variants;
  const cells = cellsOf(results);
  const named = (id: number) =>
    namedScoresOf(id, cells)
      .map(([name, mean]) => `<bdi>${xml(name)}</bdi> ${estimateText(mean, (value) => value.toFixed(2))}`)
      .join('<br>');
  const hasNamed = variants.some(({ id }) => namedScoresOf(id, cells).length > 0);
  const rows = variants.map((variant) => {
    const { passed, unclear, score, totalMs } = summarizeVariant(variant.id, cells);
    const against =
      first === undefined || first === variant
        ? ''
        : pairedText(compareVariants(variant.id, first.id, cells));
    const shown = [
      `<bdi>${xml(variant.label)}</bdi><br><span class="quiet">${xml(variant.model)}</span>`,
      estimateText(passed, (value) => `${Math.round(value * 100)} %`),
      String(unclear),
      estimateText(score, (value) => value.toFixed(2)),
      ...(hasNamed ? [named(variant.id)] : []),
      estimateText(totalMs, (value) => `${(value / 1_000).toFixed(1)} s`),
      xml(against),
    ];
    return `<tr>${shown.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const names = [
    'Variant',
    'Passed',
    'Unclear',
    'Score',
    ...(hasNamed ? ['Named scores'] : []),
    'Time',
    `Against <bdi>${xml(first?.label ?? '')}</bdi>`,
  ];
  return `<h2>Summary</h2><table><thead><tr>${names.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table><p class="quiet">In brackets: the interval that holds the figure in 95 of 100 samples, and of how many it was made.</p>`;
}

function estimateText(estimate: Estimate | null, words: (value: number) => string): string {
  if (estimate === null) return '–';
  const { value, interval, n } = estimate;
  const range = interval === null ? '' : `${words(interval[0])} to ${words(interval[1])}, `;
  return `${words(value)} <span class="quiet">(${range}n = ${n})</span>`;
}

/** A row for each case, a column for each variant. */
function resultTable(variants: readonly Variant[], results: readonly Result[]): string {
  const cases = [...new Map(results.map(({ of }) => [of.id, of])).values()];
  const head = ['Case', ...variants.map(({ label }) => `<bdi>${xml(label)}</bdi>`)];
  const rows = cases.map((one) => {
    const values = Object.entries(one.variables).map(
      ([name, value]) => `<b>${xml(name)}</b> <bdi>${xml(value)}</bdi>`,
    );
    const first = `<th scope="row">${one.id}${one.note === '' ? '' : ` <bdi>${xml(one.note)}</bdi>`}<br><span class="quiet">${values.join('<br>')}</span></th>`;
    const cells = variants.map((variant) => {
      const own = results.filter(({ cell }) => cell.caseId === one.id && cell.variantId === variant.id);
      return `<td>${own.length === 0 ? notAsked : own.map(cellText).join('')}</td>`;
    });
    return `<tr>${first}${cells.join('')}</tr>`;
  });
  return `<h2>Results</h2><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const notAsked = '<span class="quiet">Not asked</span>';

const words = { passed: 'Passed', failed: 'Failed', unclear: 'Unclear' } as const;

function cellText({ cell }: Result): string {
  const { verdict, state, text, media } = cell;
  const why = whyOf(cell);
  const cost = costText(cell.cost ?? null) ?? 'cost unknown';
  const about = [
    verdict === undefined ? state : words[verdict],
    cost,
    ...(cell.isExcluded ? ['excluded'] : []),
  ];
  const answer = text ?? media?.fileName ?? '';
  const parts = [
    `<span class="quiet">${xml(about.join(' · '))}</span>`,
    why === '' ? '' : `<p>${xml(why)}</p>`,
    `<pre>${xml(answer)}</pre>`,
    `<details><summary>Prompt</summary><pre>${xml(cell.prompt)}</pre></details>`,
  ];
  return `<div class="${verdict ?? ''}" style="padding-left:.5rem">${parts.join('')}</div>`;
}
