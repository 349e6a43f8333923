import { Columns2 } from 'lucide-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import type { Comparison } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { shortCost } from '../../../shared/money/cost';
import { commandAt } from '../../commands/shortcuts';
import { useCoreState } from '../../state/core/core-state';
import { addressOfComparison } from '../../state/ui/route';
import { useUiState } from '../../state/ui/ui-state';
import { classes } from '../../ui/classes';
import { focusUndoAfter } from '../history/focus-undo';
import { RenameField } from '../history/rename-field';
import { RowMenu } from '../history/row-menu';
import { removeComparison, renameComparison } from './comparison-actions';

const actionsOf = (id: string, modality: ModalityId, rename: () => void) => ({
  rename,
  remove: () => void focusUndoAfter(removeComparison(id, modality)),
});

/** One comparison in the history: open, rename and delete it, with the keys of the other rows. */
export const ComparisonRow = memo(function ComparisonRow({ id }: { id: string }) {
  const comparison = useCoreState(({ comparisons }) => comparisons[id]);
  const isOpen = useUiState(({ route }) => route.compareId === id);
  const [renaming, setRenaming] = useState(false);
  const modality = comparison?.modality;
  const act = useMemo(() => modality && actionsOf(id, modality, () => setRenaming(true)), [id, modality]);
  if (comparison === undefined || act === undefined) return null;
  const { title } = comparison;
  if (renaming) {
    const rename = (changed: string) => void renameComparison(id, changed);
    const focusBack = `nav[aria-label=History] a[href="${addressOfComparison(comparison.modality, id)}"]`;
    return <RenameField {...{ title, focusBack }} onRename={rename} onDone={() => setRenaming(false)} />;
  }
  const keys: Record<string, () => void> = { 'history.rename': act.rename, 'history.remove': act.remove };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys[commandAt(event.nativeEvent, 'history')?.id ?? ''];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <div
      className={classes(
        'group flex items-center rounded-control pr-1',
        isOpen ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <a
        href={addressOfComparison(comparison.modality, id)}
        aria-current={isOpen ? 'page' : undefined}
        onKeyDown={onKeyDown}
        title={title}
        className={classes(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2',
          !isOpen && 'text-muted',
        )}
      >
        <Columns2 className="icon size-3.5" aria-hidden />
        <span className="sr-only">Comparison: </span>
        <bdi className="min-w-0 flex-1 truncate">{title}</bdi>
        <span className="flex-none text-muted text-xs group-focus-within:hidden group-hover:hidden">
          {endOfRow(comparison)}
        </span>
      </a>
      <RowMenu act={act} />
    </div>
  );
});

function endOfRow(comparison: Comparison): string {
  const { isRunning, modality } = comparison;
  if (isRunning) return modality === 'chat' ? 'streaming' : 'running';
  return shortCost(comparison.cost);
}
