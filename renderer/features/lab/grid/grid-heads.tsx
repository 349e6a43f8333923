import type { Variant } from '../../../../shared/lab/experiment';
import type { VariantSummary } from '../../../../shared/lab/statistics/summary';
import { costText } from '../../../../shared/money/cost';
import { formatDuration } from '../../../lib/format';
import { percentText, scoreText } from '../lab-text';
import { type ColumnFigures, caseText, type GridRow, variantText } from './grid-layout';

/** The case of a row. */
export function CaseHead({ row: { case: one, repeat }, repeats }: { row: GridRow; repeats: number }) {
  const text = caseText(one);
  return (
    <span className="flex h-full flex-col" title={text}>
      <span className="min-h-0 flex-1 overflow-hidden text-sm leading-4 [overflow-wrap:anywhere]">
        {text === '' ? `Case ${one.id}` : text}
      </span>
      <span className="flex-none truncate text-muted text-xs">
        {one.id}
        {repeats > 1 && ` · ${repeat} of ${repeats}`}
        {one.tags.length > 0 && ` · ${one.tags.join(', ')}`}
      </span>
    </span>
  );
}

interface VariantHeadProps {
  variant: Variant;
  /** Absent before its first cell. */
  figures: ColumnFigures | undefined;
}

/** A variant with what its answers come to. */
export function VariantHead({ variant, figures }: VariantHeadProps) {
  const name = variantText(variant);
  return (
    <>
      <span className="block truncate font-medium" title={`${name}\n${variant.model}`}>
        {name}
      </span>
      {name !== variant.model && <span className="block truncate text-muted text-sm">{variant.model}</span>}
      {figures !== undefined && (
        <>
          <span className="block truncate text-sm">{verdictLine(figures.summary)}</span>
          <span className="block truncate text-sm">{scoreLine(figures.summary)}</span>
          <span className="block truncate text-muted text-sm">{costLine(figures)}</span>
        </>
      )}
    </>
  );
}

/** `75% passed, n 4` */
function verdictLine({ passed, unclear }: VariantSummary): string {
  if (passed === null) return unclear === 0 ? '' : `${unclear} unclear`;
  return `${percentText(passed.value)} passed, n ${passed.n}${unclear === 0 ? '' : `, ${unclear} unclear`}`;
}

/** `score 0.81 (0.70 to 0.92)`: the mean over cases, and what holds it in 95 of 100 samples. */
function scoreLine({ score }: VariantSummary): string {
  if (score === null) return '';
  const { value, interval } = score;
  if (interval === null) return `score ${scoreText(value)}`;
  return `score ${scoreText(value)} (${interval.map(scoreText).join(' to ')})`;
}

/** `1.2 cr + unknown · 1.4 s` */
function costLine({ cost, hasUnknownCost, medianMs }: ColumnFigures): string {
  const known = cost.length === 0 ? null : costText(cost);
  const spent = [known, hasUnknownCost ? 'unknown' : null].filter((part) => part !== null).join(' + ');
  return [spent, medianMs === null ? '' : formatDuration(medianMs)].filter((part) => part !== '').join(' · ');
}
