// biome-ignore-all lint/a11y/useSemanticElements: a native table can't hold cells that are positioned by the scroll
// position in both directions.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the chosen cell.
import { memo } from 'react';
import type { Cell } from '../../../../shared/lab/experiment';
import { costText } from '../../../../shared/money/cost';
import { formatDuration } from '../../../lib/format';
import { Thumbnail } from '../../../media/thumbnail';
import { AnswerKindName } from '../../../parts/answer-kind';
import { classes } from '../../../ui/classes';
import { cellTone, cellWord } from '../lab-text';

interface GridCellProps {
  id: string;
  /** Its row and column, for one handler of all cells. */
  place: string;
  /** Absent while it is not loaded, and where its case is not asked with its variant. */
  cell: Cell | undefined;
  isAsked: boolean;
  leftPx: number;
  widthPx: number;
  isChosen: boolean;
  isMarked: boolean;
}

/** One answer: its state or verdict, its beginning, its cost and its time. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { id, place, cell, isAsked, leftPx, widthPx, isChosen, isMarked } = props;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={Number(place.split(',')[1]) + 2}
      aria-selected={isMarked}
      aria-busy={cell?.state === 'running' || undefined}
      data-place={place}
      className={classes(
        'absolute top-0 flex h-full flex-col gap-0.5 overflow-hidden border-line border-r px-2 py-1.5 hover:bg-hover',
        isMarked && 'bg-accent/10',
        'scroll-mt-[var(--head-px)] scroll-ml-[var(--side-px)]',
        isChosen && 'z-1 outline-2 outline-accent -outline-offset-2',
        cell?.isExcluded && 'opacity-60',
      )}
      style={{ left: leftPx, width: widthPx }}
    >
      {cell === undefined ? (
        <span className="text-muted">{isAsked ? '…' : 'Not asked'}</span>
      ) : (
        <Shown cell={cell} isMarked={isMarked} />
      )}
    </div>
  );
});

function Shown({ cell, isMarked }: { cell: Cell; isMarked: boolean }) {
  return (
    <>
      <span className={classes('flex flex-none items-baseline gap-1 text-sm', cellTone(cell))}>
        <span className="min-w-0 flex-1 truncate">
          {cellWord(cell)}
          {cell.isExcluded && ' · excluded'}
        </span>
        <span
          data-mark
          aria-hidden
          title={isMarked ? 'Remove the mark (Space)' : 'Mark (Space)'}
          className={classes(
            'inline-flex size-4 flex-none items-center justify-center self-center rounded-sm border text-xs',
            isMarked ? 'border-accent bg-accent text-on-accent' : 'border-faint',
          )}
        >
          {isMarked && '✓'}
        </span>
      </span>
      <Answer cell={cell} />
      <span className="flex flex-none gap-2 text-muted text-xs">
        {cell.cost !== undefined && <span className="text-credit">{costText(cell.cost)}</span>}
        {cell.totalMs !== undefined && <span>{formatDuration(cell.totalMs)}</span>}
      </span>
    </>
  );
}

function Answer({ cell: { media, answer, answerOf, errorCode } }: { cell: Cell }) {
  if (media !== undefined && answer === undefined)
    return (
      <span className="min-h-0 flex-1">
        <Thumbnail item={media} kind={media.kind} fit="fit" className="h-full w-full rounded-control" />
      </span>
    );
  return (
    <span className="min-h-0 flex-1 overflow-hidden text-sm leading-4 [overflow-wrap:anywhere]">
      {media !== undefined && (
        <Thumbnail item={media} kind={media.kind} className="float-left mr-1.5 h-8 w-11 rounded-control" />
      )}
      {errorCode !== undefined && <code className="font-mono text-bad text-xs">{errorCode} </code>}
      {answerOf && <AnswerKindName of={answerOf} />}
      {errorCode === undefined && answer}
    </span>
  );
}
