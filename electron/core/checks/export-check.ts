/** A check as one document for others: JSON, or an HTML page without scripts that loads nothing. */
import type { CheckResult, CheckRun } from '../../../shared/checks/checks';
import { probeFacts } from '../../../shared/checks/probes';
import { safeFileName } from '../../../shared/media/file-name';
import { costText } from '../../../shared/money/cost';
import type { CheckStore } from '../ports/checks';

export interface ExportedCheck {
  readonly text: string;
  readonly results: number;
  readonly fileName: string;
}

/** Of more results, only those that fail have their evidence in the document: it would be hundreds of megabytes. */
const MOST_WITH_ALL = 1_000;

interface Shown {
  readonly check: CheckRun;
  readonly results: readonly CheckResult[];
  readonly profileName: string;
}

export function exportCheck(
  { check, results, profileName }: Shown,
  checks: Pick<CheckStore, 'call'>,
  format: 'json' | 'html',
): ExportedCheck {
  const shown = results.length > MOST_WITH_ALL ? results.filter(({ result }) => result === 'fails') : results;
  const evidence = [...new Set(shown.flatMap((result) => result.evidence))].flatMap(
    (id) => checks.call(id) ?? [],
  );
  const day = new Date(check.createdAt).toISOString().slice(0, 10);
  const fileName = safeFileName(`Check of ${profileName} ${day}`, format);
  if (format === 'html')
    return { text: toHtml(check, profileName, results, evidence), results: results.length, fileName };
  const { wait: _wait, ...run } = check;
  const calls = evidence.map(({ key: _key, unit: _unit, ...call }) => call);
  const text = JSON.stringify({ profile: profileName, check: run, results, calls }, null, 2);
  return { text: `${text}\n`, results: results.length, fileName };
}

type Evidence = NonNullable<ReturnType<CheckStore['call']>>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const outcomeWords = { works: 'works', fails: 'does not', unclear: 'unclear' } as const;

const claimWords = (claimed: boolean | null): string => (claimed === null ? '–' : claimed ? 'yes' : 'no');

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem; border-bottom: 1px solid #8884; }
.works { color: #18794e; } .fails { color: #cd2b31; } .unclear { color: #8a6d00; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; background: #8881; padding: 0.6rem; }
@media (prefers-color-scheme: dark) { .works { color: #4cc38a; } .fails { color: #ff8589; } .unclear { color: #e0b94b; } }
`;

function toHtml(
  check: CheckRun,
  profileName: string,
  results: readonly CheckResult[],
  calls: readonly Evidence[],
): string {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const title = `Check of ${profileName}`;
  const date = new Date(check.createdAt).toISOString();
  const models = [...new Set(results.map(({ model }) => model))];
  const sections = models.map((model) => {
    const rows = results.filter((result) => result.model === model);
    return `<h2>${escaped(model)}</h2>
<table><thead><tr><th>Probe</th><th>Claimed</th><th>Seen</th><th>Why</th><th>Cost</th></tr></thead>
<tbody>${rows.map(tableRow).join('\n')}</tbody></table>
${rows.map((row) => evidenceOf(row, byId)).join('\n')}`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(date)} · ${check.calls} requests · ${escaped(costText(check.spent) ?? 'cost unknown')}</p>
${sections.join('\n')}
</body></html>
`;
}

const figuresOf = ({ figures }: CheckResult): string =>
  figures.map(({ label, value, unit }) => `${label} ${value}${unit && ` ${unit}`}`).join(' · ');

function tableRow(result: CheckResult): string {
  const { probe, claimed, note, cost } = result;
  const figures = figuresOf(result);
  return `<tr><td>${escaped(probeFacts[probe].label)}</td><td>${claimWords(claimed)}</td>
<td class="${result.result}">${outcomeWords[result.result]}</td>
<td>${escaped(note)}${figures && `<br><small>${escaped(figures)}</small>`}</td><td>${escaped(costText(cost) ?? 'unknown')}</td></tr>`;
}

function evidenceOf({ probe, evidence }: CheckResult, byId: ReadonlyMap<string, Evidence>): string {
  const calls = evidence.flatMap((id) => byId.get(id) ?? []);
  if (calls.length === 0) return '';
  const shown = calls.map(
    ({ step, request, answer, error }) => `<h4>${escaped(step)}</h4>
<pre>${escaped(JSON.stringify(request, null, 2))}</pre>
<pre>${escaped(JSON.stringify(answer ?? error, null, 2))}</pre>`,
  );
  return `<details><summary>${escaped(probeFacts[probe].label)}: requests and answers</summary>${shown.join('\n')}</details>`;
}
