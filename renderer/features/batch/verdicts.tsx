/** Whether replies are what their rows expect. */
import { hasExpected, thresholdColumn } from '../../../shared/assertions/cells';
import type { Verdict } from '../../../shared/assertions/judge';
import type { Batch } from '../../../shared/lab/batch';
import { call } from '../../link/call';
import { useAnswer } from '../../state/use-answer';

/** Counted again once no further row has ended for this long. */
const countAfterMs = 300;

/** `17 of 20 as expected, 2 not, 1 unclear`; nothing where the table expects nothing. */
export function VerdictCount({ batch: { id, columns, counts } }: { batch: Batch }) {
  const ask = hasExpected(columns) && counts.done > 0 ? () => call('batches.verdicts', { id }) : null;
  const { value } = useAnswer(ask, [id, counts.done, counts.running], { delayMs: countAfterMs });
  if (value === null) return null;
  const { passed, failed, unclear } = value;
  const further = [...(failed > 0 ? [`${failed} not`] : []), ...(unclear > 0 ? [`${unclear} unclear`] : [])];
  return (
    <span className={failed > 0 ? 'text-bad' : 'text-muted'}>
      {[`${passed} of ${passed + failed + unclear} as expected`, ...further].join(', ')}
    </span>
  );
}

/** Of one row, below its state. */
export function RowVerdict({ verdict: { state, score, why } }: { verdict: Verdict }) {
  if (state === 'passed') return <span className="block truncate text-muted text-sm">✓ as expected</span>;
  const text = why.join(' ');
  const scored = score === null ? '' : `Score ${score.toFixed(2)}. `;
  return (
    <span
      className={`block truncate text-sm ${state === 'failed' ? 'text-bad' : 'text-warn'}`}
      title={`${scored}${text}`}
    >
      {state === 'failed' ? '✗' : '?'} {text}
    </span>
  );
}

/** Beside the name of a column of the table; `null` where it says nothing of the reply. */
export function roleOfColumn(column: string): string | null {
  if (hasExpected([column])) return 'expected of the reply';
  return column === thresholdColumn ? 'the least score' : null;
}
