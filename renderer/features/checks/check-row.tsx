/** A row of the table of checks: the model, which can be chosen, and a cell for each probe. */
import type { CheckResult } from '../../../shared/checks/checks';
import type { ProbeId } from '../../../shared/checks/probes';
import { classes } from '../../ui/classes';
import { notesOf, outcomeLooks } from './check-text';

export interface GridRow {
  readonly key: string;
  readonly model: string;
  /** Whose answers these are, where two profiles stand side by side. */
  readonly profile: string | null;
  /** Whether it is of the profile whose table this is, which “Check selected” asks. */
  readonly isOwn: boolean;
  readonly results: Readonly<Partial<Record<ProbeId, CheckResult>>>;
  /** Whether a running check is still to ask it. */
  readonly waits: (probe: ProbeId) => boolean;
}

/** A probe whose cells are in view. */
export interface Column {
  readonly index: number;
  readonly widthPx: number;
}

export const rowPx = 52;
/** The column of the model itself, before that of the first probe. */
export const headCell = -1;
export const cellId = (row: number, column: number) => `check-cell-${row}-${column}`;

const selectedClass = 'outline-2 outline-accent -outline-offset-2';

interface RowProps {
  row: GridRow;
  index: number;
  probes: readonly ProbeId[];
  /** Those that are in view. */
  columns: readonly Column[];
  /** The selected column; `null` where another row is selected. */
  selected: number | null;
  /** Whether “Check selected” asks it. */
  isChosen: boolean;
  onOpen: (column: number) => void;
  /** @param isRange all from the row that was chosen last */
  onChoose: (isRange: boolean) => void;
}

export function CheckRow({ row, index, probes, columns, selected, isChosen, onOpen, onChoose }: RowProps) {
  const { model, profile, isOwn } = row;
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowPx }}>
      <th
        id={cellId(index, headCell)}
        scope="row"
        aria-colindex={1}
        title={model}
        aria-selected={selected === headCell}
        className={classes(
          'sticky left-0 z-10 truncate border-line border-b bg-panel px-2 text-left font-medium',
          selected === headCell && selectedClass,
        )}
      >
        <span className="flex items-center gap-2">
          {isOwn && <ModelTick model={model} isChosen={isChosen} onChoose={onChoose} />}
          <bdi className="truncate">{model}</bdi>
        </span>
        {profile !== null && <span className="block truncate font-normal text-muted text-sm">{profile}</span>}
      </th>
      {columns.map(({ index: column }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid.
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
        <td
          key={probes[column]}
          id={cellId(index, column)}
          aria-colindex={column + 2}
          aria-selected={column === selected}
          onClick={() => onOpen(column)}
          className={classes(
            'cursor-pointer truncate border-line border-b px-2 align-middle',
            column === selected ? selectedClass : 'hover:bg-hover',
          )}
        >
          <Seen {...seenOf(row, probes[column])} />
        </td>
      ))}
    </tr>
  );
}

interface TickProps {
  model: string;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
}

/** For the pointer: by keys it is Space on the model. */
function ModelTick({ model, isChosen, onChoose }: TickProps) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`Choose ${model}`}
      checked={isChosen}
      onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey === true)}
      // The table keeps the focus, and with it its keys.
      onMouseDown={(event) => event.preventDefault()}
      className="flex-none"
    />
  );
}

const seenOf = ({ results, waits }: GridRow, probe: ProbeId | undefined): SeenProps =>
  probe === undefined
    ? { result: undefined, isAwaited: false }
    : { result: results[probe], isAwaited: waits(probe) };

interface SeenProps {
  result: CheckResult | undefined;
  isAwaited: boolean;
}

function Seen({ result, isAwaited }: SeenProps) {
  if (result === undefined) return <span className="text-muted">{isAwaited ? 'waiting' : 'not asked'}</span>;
  const { word, sign, color } = outcomeLooks[result.result];
  const notes = notesOf(result);
  return (
    <>
      <span className={classes('font-medium', isAwaited ? 'text-muted' : color)}>
        <span aria-hidden>{sign} </span>
        {word}
      </span>
      {notes !== '' && (
        <span title={notes} className="block truncate text-muted text-xs">
          {notes}
        </span>
      )}
    </>
  );
}
