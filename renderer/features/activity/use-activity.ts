import { useEffect, useMemo } from 'react';
import { useReported } from '../../store/reported';
import { loadActivity } from './activity-data';
import { filterOf, type LedgerFilter, useActivityView } from './activity-view';

/** Calls that end together are one question. */
const settleMs = 150;

/** Keeps what is known of the selection up with the filters and with what is spent meanwhile. */
export function useActivity(): LedgerFilter | null {
  const selection = useActivityView((view) => view.selection);
  const active = useReported(({ app }) => app?.activeProfileId ?? null);
  const credits = useReported(({ app }) => app?.credits);
  const filter = useMemo(
    () => (active === null ? null : filterOf(selection, active, Date.now())),
    [selection, active],
  );
  useEffect(() => {
    if (filter !== null) void loadActivity(filter);
  }, [filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another balance means that the ledger has grown.
  useEffect(() => {
    const timer = setTimeout(() => {
      const { selection: now } = useActivityView.getState();
      if (active !== null) void loadActivity(filterOf(now, active, Date.now()));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [credits]);
  return filter;
}
