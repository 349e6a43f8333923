import { ArrowDown, ArrowUp } from 'lucide-react';
import { sortModelsBy, useModelsView } from '../../parts/models/models-view';
import type { SortKey } from '../../parts/models/select-models';

interface Column {
  readonly label: string;
  readonly width?: number;
  /** `null` where the column can't be sorted. */
  readonly sort: SortKey | null;
}

const featuresPx = 168;
const cellPaddingPx = 16;
/** Of the chips of one row. */
export const chipsRoomPx = featuresPx - cellPaddingPx;

const columns: readonly Column[] = [
  { label: 'Model', sort: 'id' },
  { label: 'Provider', sort: 'owner', width: 92 },
  { label: 'Output', sort: 'kind', width: 76 },
  { label: 'Price', sort: 'price', width: 196 },
  { label: 'Per 100 credits', sort: null, width: 136 },
  { label: 'Context', sort: 'context', width: 76 },
  { label: 'Released', sort: 'created', width: 102 },
  { label: 'Features', sort: 'words', width: featuresPx },
];

/** Including the column of the pins. */
export const columnCount = columns.length + 1;

/** The headings; those that are buttons sort by their column. */
export function TableHead() {
  const { sort } = useModelsView();
  const direction = sort.isDescending ? 'descending' : 'ascending';
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={headClass} style={{ width: 44 }}>
          <span className="sr-only">Pinned</span>
        </th>
        {columns.map(({ label, sort: by, width }) => (
          <th
            key={label}
            scope="col"
            style={{ width }}
            aria-sort={by === null ? undefined : by === sort.by ? direction : 'none'}
            className={headClass}
          >
            {by === null ? (
              <span className="px-2">{label}</span>
            ) : (
              <SortButton label={label} by={by} isSorted={by === sort.by} isDescending={sort.isDescending} />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const headClass =
  'sticky top-0 z-10 h-8 border-line border-b bg-panel p-0 text-left font-normal text-muted text-sm';

interface SortButtonProps {
  label: string;
  by: SortKey;
  isSorted: boolean;
  isDescending: boolean;
}

function SortButton({ label, by, isSorted, isDescending }: SortButtonProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => sortModelsBy(by)}
      className="flex h-8 w-full items-center gap-1 px-2 outline-offset-[-2px] hover:text-text"
    >
      <span className={isSorted ? 'font-semibold text-text' : ''}>{label}</span>
      {isSorted && <Arrow className="icon size-3.5" aria-hidden />}
    </button>
  );
}
