import { useDeferredValue, useMemo, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../../shared/errors';
import { isAskedWith } from '../../../../shared/lab/asked-with';
import type { Cell, Experiment } from '../../../../shared/lab/experiment';
import { sweepOf } from '../../../../shared/lab/sweep';
import { cutText } from '../../../../shared/text/cut-text';
import { isolated } from '../../../lib/isolated';
import { announce } from '../../../state/announce';
import { Button } from '../../../ui/button';
import { ExpectedDialog } from '../expected/expected-dialog';
import { excludeCells, retryCells } from '../lab-actions';
import { counted } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { CellDialog } from './cell-dialog';
import { GridBar, ImageSize } from './grid-bar';
import { Filter, Order } from './grid-choices';
import { CaseHead, VariantHead, variantLines } from './grid-heads';
import {
  arrangeRows,
  type CellFilter,
  canMend,
  caseText,
  cellAt,
  columnFigures,
  type GridSort,
  placesOf,
  rowsOf,
  variantText,
} from './grid-layout';
import { SweepGrid } from './sweep-grid';
import { type SharedGridProps, VirtualGrid } from './virtual-grid';

interface ResultsViewProps {
  open: OpenExperiment;
  experiment: Experiment;
  onError: (error: AppErrorData | null) => void;
}

interface Opened {
  readonly id: number;
  readonly step: (by: 1 | -1) => void;
}

/** All answers: cases as rows, variants as columns; a sweep by its axes too. */
export function ResultsView({ open: newest, experiment, onError }: ResultsViewProps) {
  // While thousands of cells arrive, scrolling and keys come first.
  const open = useDeferredValue(newest);
  const { variants } = experiment;
  const sweep = useMemo(() => sweepOf(variants), [variants]);
  const [isSweep, setSweep] = useState(experiment.modality !== 'chat');
  const [filter, setFilter] = useState<CellFilter | undefined>();
  const [sort, setSort] = useState<GridSort | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const marks = useMarks(experiment.id, open.cells, onError);
  const places = useMemo(() => placesOf(open.cells.values()), [open.cells]);
  const all = useMemo(() => rowsOf(open.cases, experiment.repeats), [open.cases, experiment.repeats]);
  const [edited, setEdited] = useState<number | null>(null);
  const shownCell = opened === null ? undefined : open.cells.get(opened.id);
  const hasImages = experiment.modality === 'image' || experiment.modality === 'video';
  const shared: SharedGridProps = {
    hasImages,
    marked: marks.marked,
    onMark: marks.toggle,
    onOpen: ({ id }, step) => setOpened({ id, step }),
    onKey: marks.onKey,
  };
  const begin = sweep !== null && (
    <Button
      tone="quiet"
      className="h-8 aria-pressed:bg-hover aria-pressed:text-text"
      aria-pressed={isSweep}
      onClick={() => setSweep(!isSweep)}
    >
      By axes
    </Button>
  );
  const end = (
    <>
      <MarkedWays marks={marks} />
      {hasImages && <ImageSize />}
    </>
  );
  return (
    <>
      {isSweep && sweep !== null ? (
        <SweepGrid sweep={sweep} rows={all} places={places} begin={begin} end={end} {...shared} />
      ) : (
        <>
          <GridBar>
            {begin}
            <Filter filter={filter} onFilter={setFilter} />
            <Order variants={variants} sort={sort} onSort={setSort} />
            {end}
          </GridBar>
          <CaseGrid {...{ open, experiment, all, places, filter, sort }} shared={shared} />
        </>
      )}
      {shownCell !== undefined && (
        <CellDialog
          experimentId={experiment.id}
          cell={shownCell}
          title={titleOf(open, experiment, shownCell)}
          version={variants.find(({ id }) => id === shownCell.variantId)?.promptVersion ?? null}
          onStep={(by) => opened?.step(by)}
          onExpected={() => {
            setOpened(null);
            setEdited(shownCell.caseId);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {edited !== null && (
        <ExpectedDialog experiment={experiment} caseId={edited} cases={[]} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

/** Without `all`, rows that the filter leaves. */
interface CaseGridProps {
  open: OpenExperiment;
  experiment: Experiment;
  all: ReturnType<typeof rowsOf>;
  places: ReturnType<typeof placesOf>;
  filter: CellFilter | undefined;
  sort: GridSort | null;
  shared: SharedGridProps;
}

function CaseGrid({ open, experiment, all, places, filter, sort, shared }: CaseGridProps) {
  const { variants, repeats } = experiment;
  const rows = useMemo(
    () => arrangeRows({ rows: all, variants, places }, filter, sort),
    [all, variants, places, filter, sort],
  );
  const figures = useMemo(() => columnFigures(open.cells.values()), [open.cells]);
  const at = useMemo(
    () => (row: number, column: number) => {
      const [line, variant] = [rows[row], variants[column]];
      return line === undefined || variant === undefined ? undefined : cellAt(places, line, variant.id);
    },
    [rows, variants, places],
  );
  const isAskedAt = useMemo(
    () => (row: number, column: number) => {
      const [line, variant] = [rows[row], variants[column]];
      return line === undefined || variant === undefined || isAskedWith(line.case, variant.id);
    },
    [rows, variants],
  );
  const headLines = Math.max(2, ...variants.map((one) => variantLines(one, figures.get(one.id)).length));
  const rowHead = useMemo(
    () => (row: number) => rows[row] !== undefined && <CaseHead row={rows[row]} repeats={repeats} />,
    [rows, repeats],
  );
  const columnHead = useMemo(
    () => (column: number) => {
      const variant = variants[column];
      return variant && <VariantHead variant={variant} figures={figures.get(variant.id)} />;
    },
    [variants, figures],
  );
  if (rows.length === 0) return <p className="px-5 py-4 text-muted">No cases with this filter</p>;
  return (
    <VirtualGrid
      label="Results"
      rowCount={rows.length}
      columnCount={variants.length}
      corner={counted(rows.length, repeats > 1 ? 'row' : 'case')}
      headLines={headLines}
      rowHead={rowHead}
      columnHead={columnHead}
      cellAt={at}
      isAskedAt={isAskedAt}
      {...shared}
    />
  );
}

function titleOf({ cases }: OpenExperiment, { variants }: Experiment, cell: Cell): string {
  const of = cases.find(({ id }) => id === cell.caseId);
  const variant = variants.find(({ id }) => id === cell.variantId);
  const text = of === undefined ? '' : cutText(caseText(of), 80);
  return `${text === '' ? `Case ${cell.caseId}` : isolated(text)} · ${variant === undefined ? '' : isolated(variantText(variant))}`;
}

/** Marked cells, and what the keys R and X do with them; without marks they are for the chosen cell. */
function useMarks(
  id: string,
  cells: ReadonlyMap<number, Cell>,
  onError: (error: AppErrorData | null) => void,
) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const toggle = (cell: Cell) => {
    const next = new Set(marked);
    if (!next.delete(cell.id)) next.add(cell.id);
    setMarked(next);
    announce(`${counted(next.size, 'cell')} marked`);
  };
  const those = [...marked].flatMap((one) => cells.get(one) ?? []);
  const run = async (ask: Promise<Envelope<unknown> | null>) => {
    const answer = await ask;
    onError(answer?.ok === false ? answer.error : null);
    if (answer?.ok) setMarked(new Set());
  };
  const retry = (of: readonly Cell[]) => {
    const broken = of.filter(canMend).map((cell) => cell.id);
    if (broken.length === 0) return announce('No failed cell is marked');
    void run(retryCells(id, broken));
  };
  const exclude = (of: readonly Cell[]) => {
    if (of.length === 0) return;
    const isExcluded = of.some((cell) => cell.isExcluded !== true);
    void run(
      excludeCells(
        id,
        of.map((cell) => cell.id),
        isExcluded,
      ),
    );
  };
  const onKey = (key: string, cell: Cell | undefined): boolean => {
    const of = those.length > 0 ? those : cell === undefined ? [] : [cell];
    if (key === 'r') retry(of);
    else if (key === 'x') exclude(of);
    else return false;
    return true;
  };
  return {
    marked,
    toggle,
    onKey,
    broken: those.filter(canMend).length,
    retry: () => retry(those),
    exclude: () => exclude(those),
    clear: () => setMarked(new Set()),
  };
}

function MarkedWays({ marks }: { marks: ReturnType<typeof useMarks> }) {
  if (marks.marked.size === 0) return null;
  return (
    <>
      <span className="text-muted">{counted(marks.marked.size, 'cell')} marked</span>
      {marks.broken > 0 && <Button onClick={marks.retry}>Retry {marks.broken} marked</Button>}
      <Button onClick={marks.exclude}>Exclude from scores</Button>
      <Button tone="quiet" onClick={marks.clear}>
        Clear marks
      </Button>
    </>
  );
}
