/** A row of the table of checks: the model, which can be chosen, and a cell for each probe. */
import type { CheckResult } from '../../../shared/checks/checks';
import type { ProbeId } from '../../../shared/checks/probes';
import { classes } from '../../ui/classes';
import { differenceText, isChanged, mainFigure, outcomeLooks } from './check-text';

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

export const rowPx = 52;
/** The column of the model itself, before that of the first probe. */
export const headCell = -1;
export const cellId = (row: number, column: number) => `check-cell-${row}-${column}`;

const selectedClass = 'outline-2 outline-accent -outline-offset-2';

interface RowProps {
  row: GridRow;
  index: number;
  probes: readonly ProbeId[];
  /** The selected column; `null` where another row is selected. */
  selected: number | null;
  /** Whether “Check selected” asks it. */
  isChosen: boolean;
  onOpen: (column: number) => void;
  /** @param isRange all from the row that was chosen last */
  onChoose: (isRange: boolean) => void;
}

export function CheckRow({ row, index, probes, selected, isChosen, onOpen, onChoose }: RowProps) {
  const { model, profile, results, waits, isOwn } = row;
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowPx }}>
      <th
        id={cellId(index, headCell)}
        scope="row"
        title={model}
        aria-selected={selected === headCell}
        className={classes(
          'sticky left-0 z-10 w-52 min-w-40 max-w-52 truncate border-line border-b bg-panel px-2 text-left font-medium max-[720px]:w-32 max-[720px]:min-w-28 max-[720px]:max-w-32',
          selected === headCell && selectedClass,
        )}
      >
        <span className="flex items-center gap-2">
          {isOwn && <ModelTick model={model} isChosen={isChosen} onChoose={onChoose} />}
          <bdi className="truncate">{model}</bdi>
        </span>
        {profile !== null && <span className="block truncate font-normal text-muted text-sm">{profile}</span>}
      </th>
      {probes.map((probe, column) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid.
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
        <td
          key={probe}
          id={cellId(index, column)}
          aria-selected={column === selected}
          onClick={() => onOpen(column)}
          className={classes(
            'cursor-pointer whitespace-nowrap border-line border-b px-2 align-middle',
            column === selected ? selectedClass : 'hover:bg-hover',
          )}
        >
          <Seen result={results[probe]} isAwaited={waits(probe)} />
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

function Seen({ result, isAwaited }: { result: CheckResult | undefined; isAwaited: boolean }) {
  if (result === undefined) return <span className="text-muted">{isAwaited ? 'waiting' : 'not asked'}</span>;
  const { word, sign, color } = outcomeLooks[result.result];
  const figure = mainFigure(result);
  const difference = differenceText(result);
  const notes = [figure, difference, isChanged(result) ? 'changed' : null].filter((note) => note !== null);
  return (
    <>
      <span className={classes('font-medium', isAwaited ? 'text-muted' : color)}>
        <span aria-hidden>{sign} </span>
        {word}
      </span>
      {notes.length > 0 && <span className="block text-muted text-xs">{notes.join(' · ')}</span>}
    </>
  );
}
