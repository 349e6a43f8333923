import { SlidersHorizontal, Trophy, X } from 'lucide-react';
import { useMemo } from 'react';
import { compareColumns } from '../../../shared/compare';
import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { ModelCombobox } from '../../parts/models/model-picker';
import { useModelsOf } from '../../parts/models/profile-models';
import { openColumn } from '../../state/ui/columns';
import { columnLetter } from '../../state/ui/compares';
import { IconButton } from '../../ui/icon-button';
import { ChatColumn } from './chat-column';
import { ColumnEnd } from './column-end';
import { ColumnProfile } from './column-profile';
import { ColumnPrompt } from './column-prompt';
import type { CompareColumnProps } from './column-props';
import { setColumn, takeOutColumn } from './compare-actions';
import { MediaColumn } from './media-column';

/** One model's column: the model, its results, its figures. */
export function CompareColumn(props: CompareColumnProps) {
  const { view, column, index, job } = props;
  const isWinner = view.comparison?.winnerId === column.id;
  return (
    <section
      aria-label={`Column ${columnLetter(index)}`}
      data-winner={isWinner ? '' : undefined}
      className="flex min-h-0 min-w-[272px] flex-1 basis-0 flex-col border-line border-r last:border-r-0 data-[winner]:bg-accent/5"
    >
      <ColumnHeader {...props} isWinner={isWinner} />
      <ColumnProfile view={view} column={column} index={index} />
      {view.modality === 'chat' ? (
        <ChatColumn column={column} index={index} />
      ) : (
        <MediaColumn modality={view.modality} job={job} index={index} />
      )}
      <ColumnEnd {...props} isWinner={isWinner} />
      {!view.isSamePrompt && <ColumnPrompt view={view} column={column} index={index} />}
    </section>
  );
}

function ColumnHeader({ view, shown, column, index, isWinner }: CompareColumnProps & { isWinner: boolean }) {
  const all = useModelsOf(column.profileId);
  const models = useMemo(() => modelsToCompare(all, view.modality), [all, view.modality]);
  const letter = columnLetter(index);
  const showSettings = () => {
    shown.showColumn(column.id);
    openColumn(view.modality, 'side');
  };
  return (
    <div className="flex h-11 flex-none items-center gap-1.5 border-line border-b px-2">
      <span aria-hidden className="w-4 flex-none text-center font-semibold text-muted">
        {letter}
      </span>
      {isWinner && (
        <span className="inline-flex flex-none items-center gap-1 font-semibold text-ok text-sm">
          <Trophy className="icon size-3.5" aria-hidden />
          Winner
        </span>
      )}
      <ModelCombobox
        model={column.model}
        models={models}
        onChoose={(model) => setColumn(view.key, column.id, { model })}
      />
      {!view.isTied && (
        <IconButton
          icon={SlidersHorizontal}
          label={`Settings of column ${letter}`}
          aria-pressed={shown.columnId === column.id}
          onClick={showSettings}
        />
      )}
      {view.columns.length > compareColumns.fewest && (
        <IconButton
          icon={X}
          label={`Remove column ${letter}`}
          onClick={() => void takeOutColumn(view.key, column)}
        />
      )}
    </div>
  );
}
