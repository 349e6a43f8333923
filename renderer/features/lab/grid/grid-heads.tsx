import type { Variant } from '../../../../shared/lab/experiment';
import { fileNamesOf } from '../../../../shared/lab/files/results';
import { countText } from '../../../../shared/lab/statistics/estimates';
import type { VariantSummary } from '../../../../shared/lab/statistics/summary';
import { costText } from '../../../../shared/money/cost';
import { formatDuration } from '../../../lib/format';
import { classes } from '../../../ui/classes';
import { percentText, scoreText } from '../lab-text';
import { type ColumnFigures, caseText, type GridRow, variantText } from './grid-layout';

/** The case of a row. */
export function CaseHead({ row: { case: one, repeat }, repeats }: { row: GridRow; repeats: number }) {
  const text = caseText(one);
  const files = fileNamesOf(one).join(', ');
  return (
    <span className="flex h-full flex-col" title={[text, files].filter(Boolean).join('\n')}>
      <bdi className="min-h-0 flex-1 overflow-hidden text-sm leading-4 [overflow-wrap:anywhere]">
        {text === '' ? `Case ${one.id}` : text}
      </bdi>
      <span className="flex-none truncate text-muted text-xs">
        {one.id}
        {repeats > 1 && ` · ${repeat} of ${repeats}`}
        {files !== '' && (
          <>
            {' · '}
            <span className="sr-only">files: </span>
            <bdi>{files}</bdi>
          </>
        )}
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
  const [name, ...others] = variantLines(variant, figures);
  return (
    <>
      <bdi className="block truncate font-medium" title={`${name?.text}\n${variant.model}`}>
        {name?.text}
      </bdi>
      {others.map(({ of, text }) => (
        <span key={of} className={classes('block truncate text-sm', isBeside(of) && 'text-muted')}>
          {text}
        </span>
      ))}
    </>
  );
}

interface HeadLine {
  readonly of: 'name' | 'model' | 'verdict' | 'score' | 'cost';
  readonly text: string;
}

const isBeside = (of: HeadLine['of']) => of === 'model' || of === 'cost';

/** The lines of the head of a variant, without empty ones. */
export function variantLines(variant: Variant, figures: ColumnFigures | undefined): readonly HeadLine[] {
  const name = variantText(variant);
  const lines: readonly HeadLine[] = [
    { of: 'name', text: name },
    { of: 'model', text: name === variant.model ? '' : variant.model },
    { of: 'verdict', text: figures === undefined ? '' : verdictLine(figures.summary) },
    { of: 'score', text: figures === undefined ? '' : scoreLine(figures.summary) },
    { of: 'cost', text: figures === undefined ? '' : costLine(figures) },
  ];
  return lines.filter(({ text }) => text !== '');
}

/** `75% passed, n 4`, or `75% passed, n 20 of 4 cases` with repeats. */
function verdictLine({ passed, unclear }: VariantSummary): string {
  if (passed === null) return unclear === 0 ? '' : `${unclear} unclear`;
  return `${percentText(passed.value)} passed, n ${countText(passed)}${unclear === 0 ? '' : `, ${unclear} unclear`}`;
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
