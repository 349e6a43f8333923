import type { CommandResult } from '../../../../shared/contract';
import { aboutText, estimateText } from '../../../../shared/money/estimate';
import { counted } from '../lab-text';

const mistakesShown = 3;

interface PlanMistakesProps {
  label: string;
  mistakes: readonly string[];
}

/** What prevents it. */
export function PlanMistakes({ label, mistakes }: PlanMistakesProps) {
  return (
    <ul aria-label={label} className="min-w-0 flex-1 text-warn">
      {mistakes.slice(0, mistakesShown).map((line) => (
        <li key={line} className="line-clamp-2 [overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
      {mistakes.length > mistakesShown && <li>and {mistakes.length - mistakesShown} more</li>}
    </ul>
  );
}

interface PlanEstimateProps {
  variants: number;
  cases: number;
  repeats: number;
  /** How many calls they make; fewer than the product where cases are asked with some variants alone. */
  calls: number;
  forecast: CommandResult<'experiments.forecast'> | null;
}

/** How many calls it makes, and what they may cost. */
export function PlanEstimate({ variants, cases, repeats, calls, forecast }: PlanEstimateProps) {
  const text = forecast === null ? null : estimateText(forecast.total);
  const isWhole = calls === variants * cases * repeats;
  return (
    <p role="status" aria-live="off" aria-label="Estimate" className="max-w-full flex-none text-muted">
      {counted(variants, 'variant')}
      {isWhole ? ' × ' : ', '}
      {counted(cases, 'case')}
      {repeats > 1 && (isWhole ? ` × ${repeats}` : `, ${counted(repeats, 'repeat')}`)}
      {isWhole ? ' = ' : ': '}
      {counted(calls, 'call')}
      {forecast !== null &&
        forecast.judging.calls > 0 &&
        ` + ${counted(forecast.judging.calls, 'call')} to the judge`}
      {forecast !== null && ` · ${text === null ? 'price unknown' : aboutText(text)}`}
    </p>
  );
}
