/** The results as one page of HTML without scripts, and without anything from elsewhere: it opens anywhere. */

import type { MediaItem } from '../../media/media';
import { costText } from '../../money/cost';
import { xml } from '../../text/xml-text';
import { answerNames } from '../answer';
import type { Variant } from '../experiment';
import { countText, type Estimate } from '../statistics/estimates';
import { pairedText } from '../statistics/paired-test';
import { compareVariants, namedScoresOf, spreadOf, summarizeVariant } from '../statistics/summary';
import { type Sweep, sliceOf, sweepOf } from '../sweep';
import { leftOutText } from './page-media';
import { fileNamesOf, groupKey, groupsOf, type Result, whyOf } from './results';

const style = `
:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{margin:2rem auto;max-width:80rem;padding:0 1rem;background:Canvas;color:CanvasText}
h1,h3{overflow-wrap:anywhere}.wide{overflow-x:auto}@media print{.wide{overflow:visible}}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{border:1px solid #8886;padding:.4rem .6rem;text-align:left;vertical-align:top}
th{background:#8881}th,td{min-width:5rem;max-width:28rem;overflow-wrap:anywhere}
pre{white-space:pre-wrap;margin:0;font:inherit}details pre{margin-top:.4rem}
.passed{border-left:4px solid #2a8a4a}.failed{border-left:4px solid #c33}.unclear{border-left:4px solid #b80}
img,video{display:block;max-width:100%;height:auto;margin:.4rem 0}audio{display:block;width:100%;min-width:14rem;margin:.4rem 0}
.quiet{opacity:.75}`;

/** Nothing is loaded, run or sent, whatever an answer holds. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'";

export interface ResultsPage {
  readonly title: string;
  /** When it was made, as the reader's texts have times. */
  readonly date: string;
  readonly variants: readonly Variant[];
  readonly results: readonly Result[];
  /** Thumbnails as `data:` addresses, by the ids of their files; a file without one is named. */
  readonly thumbnails?: ReadonlyMap<string, string>;
  /** Sounds and videos, in the same way. */
  readonly players?: ReadonlyMap<string, string>;
}

export function resultsHtml(page: ResultsPage): string {
  const { title, date, variants, results, thumbnails = new Map(), players = new Map() } = page;
  const leftOut = leftOutText(results, players);
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>${xml(title)}</title><style>${style}</style></head>`;
  const body = [
    `<h1>${xml(title)}</h1>`,
    `<p class="quiet">${results.length} results of ${variants.length} variants, ${xml(date)}</p>`,
    summaryTable(variants, results),
    leftOut === '' ? '' : `<p class="quiet">${leftOut}</p>`,
    resultTables(variants, results, { thumbnails, players }),
  ];
  return `${head}<body><main>${body.join('\n')}</main></body></html>\n`;
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
      `<bdi>${xml(variant.label)}</bdi><br><span class="quiet">${xml(variant.model)}${versionText(variant)}</span>`,
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
  return `<h2>Summary</h2>${table('Summary', names, rows)}<p class="quiet">In brackets: the interval that holds the figure in 95 of 100 samples, and of how many it was made.</p>`;
}

/** Which version of a saved prompt it asks with, where it is one. */
const versionText = ({ promptVersion }: Variant): string =>
  promptVersion === null ? '' : `<br>version ${promptVersion.version} of its prompt`;

function estimateText(estimate: Estimate | null, words: (value: number) => string): string {
  if (estimate === null) return '–';
  const { value, interval } = estimate;
  const range = interval === null ? '' : `${words(interval[0])} to ${words(interval[1])}, `;
  return `${words(value)} <span class="quiet">(${range}n = ${countText(estimate)})</span>`;
}

type Files = Required<Pick<ResultsPage, 'thumbnails' | 'players'>>;
/** What came of a case with a variant; empty where it was not asked. */
type CellsAt = (caseId: number, variantId: number) => string;

/** What the answers to one case with one variant come to, where it was asked several times. */
function spreadText(results: readonly Result[]): string {
  if (results.length < 2) return '';
  const { passed, score } = spreadOf(cellsOf(results));
  const figures = [
    passed === null ? '' : `Passed ${estimateText(passed, (value) => `${Math.round(value * 100)} %`)}`,
    score === null ? '' : `Score ${estimateText(score, (value) => value.toFixed(2))}`,
  ].filter((text) => text !== '');
  return figures.length === 0 ? '' : `<p><b>${results.length} answers</b><br>${figures.join('<br>')}</p>`;
}

/** Media, and a single case, by the axes of a sweep; else a row for each case and a column for each variant. */
function resultTables(variants: readonly Variant[], results: readonly Result[], files: Files): string {
  const cases = [...new Map(results.map(({ of }) => [of.id, of])).values()];
  const groups = groupsOf(results);
  const cellsAt: CellsAt = (caseId, variantId) => {
    const own = groups.get(groupKey({ caseId, variantId }));
    if (own === undefined) return notAsked;
    return spreadText(own) + own.map((result) => cellText(result, files)).join('');
  };
  const sweep = sweepOf(variants);
  const isByAxes =
    sweep !== null && (cases.length === 1 || variants.some(({ modality }) => modality !== 'chat'));
  const tables = isByAxes
    ? cases.map((one) => `<h3>${caseHead(one)}</h3>${sweepTables(sweep, one.id, cellsAt)}`)
    : [caseTable(variants, cases, cellsAt)];
  return `<h2>Results</h2>${tables.join('')}`;
}

/** A table that is wider than the window scrolls by itself, also by keys, and the page stays. */
function table(label: string, head: readonly string[], rows: readonly string[]): string {
  const names = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const whole = `<table><thead><tr>${names}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<div class="wide" role="region" tabindex="0" aria-label="${xml(label)}">${whole}</div>`;
}

const row = (head: string, cells: readonly string[]): string =>
  `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

function caseHead({ id, note, variables, ...files }: Result['of']): string {
  const values = [
    ...Object.entries(variables).map(([name, value]) => `<b>${xml(name)}</b> <bdi>${xml(value)}</bdi>`),
    ...fileNamesOf(files).map((name) => `<b>file</b> <bdi>${xml(name)}</bdi>`),
  ];
  return `${id}${note === '' ? '' : ` <bdi>${xml(note)}</bdi>`}<br><span class="quiet">${values.join('<br>')}</span>`;
}

function caseTable(variants: readonly Variant[], cases: readonly Result['of'][], cellsAt: CellsAt): string {
  const rows = cases.map((one) =>
    row(
      caseHead(one),
      variants.map((variant) => cellsAt(one.id, variant.id)),
    ),
  );
  return table('Results', ['Case', ...variants.map(({ label }) => `<bdi>${xml(label)}</bdi>`)], rows);
}

/** The first axis goes down, the second across, and each value of a third has a table of its own. */
function sweepTables(sweep: Sweep, caseId: number, cellsAt: CellsAt): string {
  const [down, across, third] = sweep.axes;
  if (down === undefined || across === undefined) return '';
  const named = (text: string) => `<bdi>${xml(text)}</bdi>`;
  const head = [`${named(down.label)} ↓ ${named(across.label)} →`, ...across.values.map(named)];
  const tables = (third?.values ?? [null]).map((slice) => {
    const lines = sliceOf(sweep, { rows: 0, columns: 1, slice }).map((line, at) =>
      row(
        named(down.values[at] ?? ''),
        line.map((variant) => (variant === undefined ? '' : cellsAt(caseId, variant.id))),
      ),
    );
    const above = slice === null ? '' : `<h4>${named(third?.label ?? '')}: ${named(slice)}</h4>`;
    const label = `Case ${caseId}${slice === null ? '' : `, ${third?.label}: ${slice}`}`;
    return above + table(label, head, lines);
  });
  return tables.join('');
}

const notAsked = '<span class="quiet">Not asked</span>';

/** The file itself where it plays, else its thumbnail; nothing where the page has neither. */
function mediaText({ id, kind, fileName }: MediaItem, { thumbnails, players }: Files): string {
  const [image, file] = [thumbnails.get(id), players.get(id)];
  const name = xml(fileName);
  if (file !== undefined) {
    const tag = kind === 'audio' ? 'audio' : 'video';
    const poster = image === undefined ? '' : ` poster="${xml(image)}"`;
    return `<${tag} controls preload="none" aria-label="${name}" src="${xml(file)}"${poster}></${tag}>`;
  }
  return image === undefined ? '' : `<img src="${xml(image)}" alt="${name}">`;
}

const words = { passed: 'Passed', failed: 'Failed', unclear: 'Unclear' } as const;

function cellText({ cell }: Result, files: Files): string {
  const { verdict, state, text, media } = cell;
  const why = whyOf(cell);
  const cost = costText(cell.cost ?? null) ?? 'cost unknown';
  const about = [
    verdict === undefined ? state : words[verdict],
    cost,
    ...(cell.isExcluded ? ['excluded'] : []),
  ];
  const answer = text || (media?.fileName ?? '');
  const parts = [
    `<span class="quiet">${xml(about.join(' · '))}</span>`,
    why === '' ? '' : `<p dir="auto">${xml(why)}</p>`,
    media === undefined ? '' : mediaText(media, files),
    cell.answerOf === undefined ? '' : `<p class="quiet">${xml(answerNames[cell.answerOf])}</p>`,
    `<pre dir="auto">${xml(answer)}</pre>`,
    `<details><summary>Prompt</summary><pre dir="auto">${xml(cell.prompt)}</pre></details>`,
  ];
  return `<div class="${verdict ?? ''}" style="padding-left:.5rem">${parts.join('')}</div>`;
}
