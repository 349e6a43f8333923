/** The list of experiments, as the core reports it: read when a view asks, kept by events. */
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { AppEvent } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import type { ExperimentPage, ExperimentSummary } from '../../../shared/lab/experiment';
import { call, listen } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { createPagedList } from '../../state/paged-list';

interface Listed {
  readonly byId: Readonly<Record<string, ExperimentSummary>>;
  /** Of the next page: `undefined` before the first, `null` after the last. */
  readonly cursor: string | null | undefined;
  readonly error: AppErrorData | null;
}

const experimentsOfPage = 50;

const useListed = create<Listed>()(() => ({ byId: {}, cursor: undefined, error: null }));

const list = createPagedList<null>({
  cursor: () => useListed.getState().cursor,
  round: () => useCoreState.getState().round,
  async read(_all, { cursor, isFirst, isWanted }) {
    const before = useListed.getState().byId;
    const answer = await call('experiments.list', { modality: null, cursor, limit: experimentsOfPage });
    if (answer.ok && isWanted())
      useListed.setState((now) => withPage(now, answer.value, { before, isFirst }));
    return answer;
  },
});

/** What an event reported since the question is newer than the page. */
function withPage(
  { byId }: Listed,
  page: ExperimentPage,
  { before, isFirst }: { before: Listed['byId']; isFirst: boolean },
): Partial<Listed> {
  const since = Object.fromEntries(Object.entries(byId).filter(([id, one]) => before[id] !== one));
  const read = Object.fromEntries(page.experiments.map((one) => [one.id, one]));
  return { byId: { ...(isFirst ? {} : byId), ...read, ...since }, cursor: page.nextCursor };
}

const load = async (isFirst: boolean): Promise<void> =>
  useListed.setState({ error: await (isFirst ? list.first(null) : list.more(null)) });

export const loadMore = (): void => void load(false);

function onEvent(event: AppEvent): void {
  if (event.type === 'experiment.changed') {
    const { experiment } = event;
    useListed.setState(({ byId }) => ({ byId: { ...byId, [experiment.id]: experiment } }));
  } else if (event.type === 'experiment.removed') {
    useListed.setState(({ byId: { [event.experimentId]: _removed, ...byId } }) => ({ byId }));
  }
}

/** Those that are loaded, newest first; read again after each reconnection. */
export function useExperiments() {
  const round = useCoreState((state) => state.round);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events may have been missed while the host was away.
  useEffect(() => {
    void load(true);
    return listen(onEvent);
  }, [round]);
  const { byId, cursor, error } = useListed();
  const experiments = useMemo(
    () => Object.values(byId).sort((one, other) => other.createdAt - one.createdAt),
    [byId],
  );
  return { experiments, error, isLoaded: cursor !== undefined, hasMore: typeof cursor === 'string' };
}
