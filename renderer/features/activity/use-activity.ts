import { useEffect, useMemo, useRef } from 'react';
import { useCoreState } from '../../state/core/core-state';
import { loadActivity } from './activity-data';
import { filterOf, type LedgerFilter, useActivityView } from './activity-view';

/** Calls that end together cause one query. */
const settleMs = 150;

/** Loads the selection again when the filters or the balance change. */
export function useActivity(): LedgerFilter | null {
  const selection = useActivityView((view) => view.selection);
  const active = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const ledgerId = useCoreState((state) => state.ledgerId);
  const filter = useMemo(
    () => (active === null ? null : filterOf(selection, active, Date.now())),
    [selection, active],
  );
  useEffect(() => {
    if (filter !== null) void loadActivity(filter, unitOfActive());
  }, [filter]);
  const seen = useRef(ledgerId);
  useEffect(() => {
    if (seen.current === ledgerId || active === null) return;
    seen.current = ledgerId;
    const timer = setTimeout(() => {
      void loadActivity(filterOf(useActivityView.getState().selection, active, Date.now()), unitOfActive());
    }, settleMs);
    return () => clearTimeout(timer);
  }, [ledgerId, active]);
  return filter;
}

const unitOfActive = () => useCoreState.getState().app?.ledger.money.unit ?? 'credits';
