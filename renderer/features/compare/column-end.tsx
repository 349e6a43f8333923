import { ArrowUpRight, Check, Square, Trophy } from 'lucide-react';
import { isFinished } from '../../media/jobs/job-text';
import { columnLetter } from '../../state/ui/compares';
import { openConversation } from '../../state/ui/navigation';
import { Button } from '../../ui/button';
import { classes } from '../../ui/classes';
import type { CompareColumnProps } from './column-props';
import { goOnWith, pickColumn, stopColumns, useWinner as takeWinner } from './compare-actions';
import type { Figure } from './figures';

type ColumnEndProps = CompareColumnProps & { isWinner: boolean };

/** The column's figures and commands. */
export function ColumnEnd(props: ColumnEndProps) {
  const { figures, best, index } = props;
  return (
    <div className="flex flex-none flex-col gap-1 border-line border-t px-3 py-1.5">
      <dl
        aria-label={`Figures of column ${columnLetter(index)}`}
        className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-6 text-sm"
      >
        {figures.map((figure) => (
          <FigureRow key={figure.id} figure={figure} isBest={best.has(figure.id)} />
        ))}
      </dl>
      <div className="flex min-h-8 flex-wrap items-center gap-1.5">
        <Ways {...props} />
      </div>
    </div>
  );
}

function FigureRow({ figure: { label, text }, isBest }: { figure: Figure; isBest: boolean }) {
  return (
    <div className="flex h-[18px] min-w-0 items-center gap-2">
      <dt className="flex-none text-muted">{label}</dt>
      <dd
        className={classes(
          'ml-auto flex min-w-0 items-center gap-1 truncate',
          isBest && 'font-semibold text-ok',
        )}
      >
        {isBest && (
          <>
            <Check className="icon size-3.5" aria-hidden />
            <span className="sr-only">best: </span>
          </>
        )}
        {text}
      </dd>
    </div>
  );
}

function Ways(props: ColumnEndProps) {
  const { view, column, index, reply, job, isWinner } = props;
  const letter = columnLetter(index);
  const { comparison } = view;
  const isWriting = reply?.status === 'streaming' || (job !== null && !isFinished(job));
  if (isWriting) {
    return (
      <Button onClick={() => void stopColumns([column])}>
        <Square className="icon size-3.5" aria-hidden />
        Stop {letter}
      </Button>
    );
  }
  if (comparison === undefined) return null;
  if (isWinner) return <WinnerWays {...props} />;
  const hasResult =
    view.modality === 'chat' ? reply !== null && reply.parts.length > 0 : job?.status === 'completed';
  if (!hasResult) return null;
  const pick = () =>
    view.modality === 'chat'
      ? goOnWith(comparison.id, column)
      : takeWinner(comparison.id, column, job?.id ?? '');
  return (
    <Button onClick={() => void pick()}>
      <Trophy className="icon size-3.5" aria-hidden />
      Pick {letter}
    </Button>
  );
}

function WinnerWays({ view, column }: ColumnEndProps) {
  const { conversationId } = column;
  const id = view.comparison?.id ?? '';
  return (
    <>
      {conversationId !== null && (
        <Button onClick={() => openConversation(conversationId)}>
          <ArrowUpRight className="icon size-3.5" aria-hidden />
          Open chat
        </Button>
      )}
      <Button tone="quiet" onClick={() => void pickColumn(id, null)}>
        Undo pick
      </Button>
    </>
  );
}
