import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  FlaskConical,
  Grid3x3,
  Plus,
  SplitSquareHorizontal,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { compareColumns } from '../../../shared/lab/compare';
import { openNewComparison } from '../../parts/comparisons/comparison-actions';
import { beginExperiment, openInLab } from '../../state/ui/begin-experiment';
import { type CompareView, setCompareDraft } from '../../state/ui/compares';
import { goTo } from '../../state/ui/navigation';
import { showUndoError } from '../../state/undo';
import { IconButton } from '../../ui/button';
import { SwitchRow } from '../../ui/switch-row';
import { addColumn, setTied } from './compare-actions';
import type { ComparisonViewState } from './use-comparison-view';

interface CompareHeaderProps {
  view: CompareView;
  shown: ComparisonViewState;
  /** After its buttons, on the same line as they. */
  children: ReactNode;
}

/** The settings of all columns, and the close button. */
export function CompareHeader({ view, shown, children }: CompareHeaderProps) {
  const { key, modality, comparison, columns, isTied, isSamePrompt } = view;
  const isFull = columns.length >= compareColumns.most;
  return (
    <>
      <h2 className="min-w-20 max-w-72 flex-1 truncate font-semibold" title={comparison?.title}>
        {comparison?.title ?? 'New comparison'}
      </h2>
      <SwitchRow label="Tie settings" on={isTied} onChange={(on) => setTied(key, modality, on)} />
      <SwitchRow
        label="Same prompt for all"
        on={isSamePrompt}
        onChange={(on) => setCompareDraft(key, { isSamePrompt: on })}
      />
      <Rounds shown={shown} />
      {modality === 'image' && (
        <IconButton
          icon={SplitSquareHorizontal}
          label="Slider"
          aria-pressed={shown.isOver}
          onClick={() => shown.setOver(!shown.isOver)}
        />
      )}
      <div className="ml-auto flex flex-none items-center gap-1">
        <IconButton
          icon={Plus}
          label="Add column"
          aria-disabled={isFull}
          title={isFull ? `Add column: ${compareColumns.most} is the maximum` : 'Add column'}
          className="aria-disabled:opacity-55"
          onClick={() => !isFull && addColumn(key, modality)}
        />
        {comparison !== undefined && (
          <IconButton icon={Grid3x3} label="View in the lab" onClick={() => void showInLab(comparison.id)} />
        )}
        {comparison !== undefined && (
          <IconButton
            icon={FlaskConical}
            label="Try on other models"
            onClick={() => beginExperiment({ kind: 'comparison', id: comparison.id })}
          />
        )}
        {comparison !== undefined && (
          <IconButton icon={Columns2} label="New comparison" onClick={() => openNewComparison(modality)} />
        )}
        <IconButton
          icon={X}
          label="Close comparison"
          onClick={() => {
            goTo(`#/${modality}`);
          }}
        />
        {children}
      </div>
    </>
  );
}

async function showInLab(id: string): Promise<void> {
  const answer = await openInLab({ kind: 'comparison', id });
  if (!answer.ok) showUndoError(answer.error);
}

/** The visible round, where there are several. */
function Rounds({ shown: { rounds, roundId, showRound } }: { shown: ComparisonViewState }) {
  if (rounds.length < 2 || roundId === null) return null;
  const index = rounds.indexOf(roundId);
  const go = (by: number) => {
    const next = rounds[index + by];
    if (next !== undefined) showRound(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields.
    <div role="group" aria-label="Rounds" className="flex items-center text-muted">
      <IconButton
        icon={ChevronLeft}
        label="Previous round"
        aria-disabled={index === 0}
        onClick={() => go(-1)}
      />
      <span className="whitespace-nowrap text-sm">
        Round {index + 1} / {rounds.length}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next round"
        aria-disabled={index === rounds.length - 1}
        onClick={() => go(1)}
      />
    </div>
  );
}
