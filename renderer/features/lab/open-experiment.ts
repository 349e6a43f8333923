/** One experiment with its cases, cells and votes: read when it is opened, kept by events until it is left. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { AppEvent } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import {
  type Cell,
  type Experiment,
  type ExperimentCase,
  type ExperimentSummary,
  experimentLimits,
  type Vote,
} from '../../../shared/lab/experiment';
import { call, listen } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';

export interface OpenExperiment {
  readonly id: string | null;
  readonly experiment: Experiment | null;
  readonly cases: readonly ExperimentCase[];
  /** By their ids. */
  readonly cells: ReadonlyMap<number, Cell>;
  readonly votes: readonly Vote[];
  readonly isLoaded: boolean;
  readonly error: AppErrorData | null;
}

const nothing: OpenExperiment = {
  id: null,
  experiment: null,
  cases: [],
  cells: new Map(),
  votes: [],
  isLoaded: false,
  error: null,
};

const useOpenExperiment = create<OpenExperiment>()(() => nothing);

/** An edit of many cases is reported many times. */
const readAgainAfterMs = 150;

/** Opens an experiment, and leaves it with the component. */
export function useExperiment(id: string): OpenExperiment {
  const round = useCoreState((state) => state.round);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events may have been missed while the host was away.
  useEffect(() => follow(id), [id, round]);
  const open = useOpenExperiment();
  return open.id === id ? open : nothing;
}

/** @returns a function that ends it */
function follow(id: string): () => void {
  if (useOpenExperiment.getState().id !== id) useOpenExperiment.setState({ ...nothing, id });
  let isOpen = true;
  let mustReadCells = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Cells that events reported while pages of them are read: those are newer. */
  let reported = new Map<number, Cell>();
  /** The same of the experiment itself. */
  let newest: ExperimentSummary | null = null;
  let reads = 0;
  const set = (change: Partial<OpenExperiment>) => isOpen && useOpenExperiment.setState(change);
  const readAll = async (parts: { readonly withCells: boolean }) => {
    if (parts.withCells) reported = new Map();
    newest = null;
    reads += 1;
    const own = reads;
    const read = await readExperiment(id, parts.withCells);
    // A later one has begun, with all that this one would have read.
    if (own !== reads) return;
    if (!read.ok) return set({ error: read.error, isLoaded: true });
    mustReadCells &&= !parts.withCells;
    const { cells, experiment, ...rest } = read.value;
    set({
      ...rest,
      experiment: { ...experiment, ...(newest as ExperimentSummary | null) },
      ...(cells !== null && { cells: withCells(cells, [...reported.values()]) }),
      isLoaded: true,
      error: null,
    });
    const since = newest as ExperimentSummary | null;
    if (since !== null) readAfter(since, experiment);
  };
  /** Reads again what a summary only counts. */
  const readAfter = (summary: ExperimentSummary, before: ExperimentSummary) => {
    if (summary.revision === before.revision) return;
    mustReadCells ||= summary.caseCount !== before.caseCount || summary.variantCount !== before.variantCount;
    clearTimeout(timer);
    timer = setTimeout(() => void readAll({ withCells: mustReadCells }), readAgainAfterMs);
  };
  const onSummary = (summary: ExperimentSummary) => {
    newest = summary;
    const { experiment } = useOpenExperiment.getState();
    if (experiment === null) return;
    set({ experiment: { ...experiment, ...summary } });
    readAfter(summary, experiment);
  };
  const onEvent = (event: AppEvent) => {
    if (event.type === 'experiment.cells' && event.experimentId === id) {
      for (const cell of event.cells) reported.set(cell.id, cell);
      set({ cells: withCells(useOpenExperiment.getState().cells, event.cells) });
    } else if (event.type === 'experiment.changed' && event.experiment.id === id) onSummary(event.experiment);
  };
  const end = listen(onEvent);
  void readAll({ withCells: mustReadCells });
  return () => {
    isOpen = false;
    clearTimeout(timer);
    end();
  };
}

const withCells = (before: ReadonlyMap<number, Cell>, changed: readonly Cell[]): ReadonlyMap<number, Cell> =>
  new Map([...before, ...changed.map((cell) => [cell.id, cell] as const)]);

type Read =
  | {
      readonly ok: true;
      readonly value: Pick<OpenExperiment, 'cases' | 'votes'> & {
        readonly experiment: Experiment;
        readonly cells: ReadonlyMap<number, Cell> | null;
      };
    }
  | { readonly ok: false; readonly error: AppErrorData };

async function readExperiment(id: string, hasCells: boolean): Promise<Read> {
  const experiment = await call('experiments.get', { id });
  if (!experiment.ok) return experiment;
  const [cases, cells, votes] = await Promise.all([
    readCases(id),
    hasCells ? readCells(id) : null,
    call('experiments.votes', { id }),
  ]);
  if (!cases.ok) return cases;
  if (cells !== null && !cells.ok) return cells;
  if (!votes.ok) return votes;
  return {
    ok: true,
    value: {
      experiment: experiment.value,
      cases: cases.value,
      cells: cells === null ? null : withCells(new Map(), cells.value),
      votes: votes.value,
    },
  };
}

async function readCases(id: string) {
  const limit = experimentLimits.casesOfPage;
  const all: ExperimentCase[] = [];
  for (;;) {
    const page = await call('experiments.cases', { id, after: all.at(-1)?.id ?? 0, limit });
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < limit) return { ok: true as const, value: all };
  }
}

async function readCells(id: string) {
  const limit = experimentLimits.cellsOfPage;
  const all: Cell[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof askCells>> = await askCells(id, after, limit);
    if (!page.ok) return page;
    all.push(...page.value.cells);
    after = page.value.nextAfter;
  }
  return { ok: true as const, value: all };
}

const askCells = (id: string, after: number, limit: number) =>
  call('experiments.cells', { id, after, limit });
