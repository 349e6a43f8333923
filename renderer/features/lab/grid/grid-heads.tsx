import type { Variant } from '../../../../shared/lab/experiment';
import { costText } from '../../../../shared/money/cost';
import { formatDuration } from '../../../lib/format';
import { percentText, scoreText } from '../lab-text';
import { type ColumnFigures, caseText, type GridRow, meanOf, variantText } from './grid-layout';

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
          <span className="block truncate text-sm">{verdictLine(figures)}</span>
          <span className="block truncate text-muted text-sm">{costLine(figures)}</span>
        </>
      )}
    </>
  );
}

/** `75% passed · score 0.81 · n 4` */
function verdictLine({ judged, passed, scores }: ColumnFigures): string {
  if (judged === 0) return '';
  const mean = meanOf(scores);
  return [
    `${percentText(passed / judged)} passed`,
    ...(mean === null ? [] : [`score ${scoreText(mean)}`]),
    `n ${judged}`,
  ].join(' · ');
}

/** `1.2 cr + unknown · 1.4 s` */
function costLine({ cost, hasUnknownCost, medianMs }: ColumnFigures): string {
  const known = cost.length === 0 ? null : costText(cost);
  const spent = [known, hasUnknownCost ? 'unknown' : null].filter((part) => part !== null).join(' + ');
  return [spent, medianMs === null ? '' : formatDuration(medianMs)].filter((part) => part !== '').join(' · ');
}
