import { modelsToCompare } from '../../parts/comparisons/start-of-comparison';
import { loadModelsOf } from '../../parts/models/profile-models';
import { useCoreState } from '../../state/core/core-state';
import { type ColumnView, type CompareView, columnLetter } from '../../state/ui/compares';
import { setColumn } from './compare-actions';

interface ColumnProfileProps {
  view: CompareView;
  column: ColumnView;
  index: number;
}

/** The profile that a column is sent with, and paid by; only where there are several. */
export function ColumnProfile({ view, column, index }: ColumnProfileProps) {
  const profiles = useCoreState(({ app }) => app?.profiles);
  const activeId = useCoreState(({ app }) => app?.activeProfileId ?? '');
  if (profiles === undefined || profiles.length < 2) return null;
  const choose = async (profileId: string) => {
    setColumn(view.key, column.id, { profileId });
    const models = modelsToCompare(await loadModelsOf(profileId), view.modality);
    const [first] = models;
    // A gateway without a list keeps the id that was typed.
    if (first !== undefined && !models.some(({ id }) => id === column.model))
      setColumn(view.key, column.id, { model: first.id });
  };
  return (
    <div className="flex h-8 flex-none items-center border-line border-b px-2 text-sm">
      <select
        aria-label={`Profile of column ${columnLetter(index)}`}
        value={column.profileId ?? activeId}
        onChange={(event) => void choose(event.target.value)}
        className="h-7 w-full min-w-0 truncate rounded-control bg-transparent px-1 text-muted hover:bg-hover"
      >
        {profiles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
