/** Words of checks: outcomes, bounds, claims, figures; pure. */
import type {
  CheckFigure,
  CheckPlan,
  CheckResult,
  CheckRun,
  ProbeOutcome,
} from '../../../shared/checks/checks';
import { type ProbeId, type ProbeKind, probeFacts, probeIds } from '../../../shared/checks/probes';
import { costText } from '../../../shared/money/cost';
import { counted } from '../../lib/counted';
import { formatDuration } from '../../lib/format';

/** Word, sign and color: none of them says it alone. */
export const outcomeLooks: Readonly<Record<ProbeOutcome, { word: string; sign: string; color: string }>> = {
  works: { word: 'works', sign: '✓', color: 'text-ok' },
  fails: { word: 'does not', sign: '✗', color: 'text-bad' },
  unclear: { word: 'unclear', sign: '?', color: 'text-warn' },
};

export const kindLabels: Readonly<Record<ProbeKind, string>> = {
  ability: 'Abilities',
  identity: 'Identity',
  speed: 'Speed',
};

export const probeKinds = Object.keys(kindLabels) as readonly ProbeKind[];

export const probesOf = (kind: ProbeKind): readonly ProbeId[] =>
  probeIds.filter((id) => probeFacts[id].kind === kind);

/** `At most 1.2 cr`; `At least` where some prices are unknown, since the bound leaves these out. */
export function boundText({
  bound,
  unpriced,
  calls,
}: Pick<CheckPlan, 'bound' | 'unpriced' | 'calls'>): string {
  if (calls === 0) return 'Free: nothing is sent';
  if (unpriced >= calls) return 'Price unknown';
  const amount = costText(bound) ?? 'price unknown';
  if (unpriced > 0) return `At least ${amount}: the price of ${unpriced} requests is unknown`;
  return amount === 'free' ? 'Free' : `At most ${amount}`;
}

const statusWords: Readonly<Record<CheckRun['status'], string>> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  completed: 'Completed',
};

/** `Running · 12 of 40 probes · 30 requests · 1.2 cr`. */
export function runText({ status, done, total, calls, spent, hasUnknownCost }: CheckRun): string {
  const cost = costText(spent) ?? 'cost unknown';
  const parts = [statusWords[status], `${done} of ${counted(total, 'probe')}`, counted(calls, 'request')];
  return [...parts, hasUnknownCost ? `${cost} and unknown costs` : cost].join(' · ');
}

/** What the gateway says, where a result says otherwise; `null` where they agree or nothing is claimed. */
export function differenceText({ claimed, result }: Pick<CheckResult, 'claimed' | 'result'>): string | null {
  if (claimed === true && result === 'fails') return 'claimed';
  if (claimed === false && result === 'works') return 'not claimed';
  return null;
}

export const isChanged = ({ before, result }: CheckResult): boolean =>
  before !== null && before.result !== result;

export function figureText({ value, unit }: CheckFigure): string {
  if (typeof value === 'string') return value;
  if (unit === 'ms') return formatDuration(value);
  const number = value.toLocaleString('en', { maximumFractionDigits: 1 });
  return unit === '%' ? `${number} %` : `${number} ${unit}`.trim();
}

/** Where the figure says more than the outcome: a median speed, a similarity with its uncertainty. */
function mainFigure({ probe, figures }: CheckResult): string | null {
  const { kind } = probeFacts[probe];
  if (kind === 'speed') {
    const medians = figures.filter(({ label }) => label.endsWith(', median'));
    return medians.length === 0 ? null : medians.map(figureText).join(' · ');
  }
  const like = figures.find(({ label }) => label === 'Similarity');
  const doubt = figures.find(({ label }) => label === 'Uncertainty');
  if (like === undefined) return null;
  return doubt === undefined ? figureText(like) : `${figureText(like)} ± ${figureText(doubt)}`;
}

/** What a cell says below its outcome; empty where that is nothing. */
export const notesOf = (result: CheckResult): string =>
  [mainFigure(result), differenceText(result), isChanged(result) ? 'changed' : null]
    .filter((note) => note !== null)
    .join(' · ');
