import { useMemo } from 'react';
import { useCoreState } from '../../state/core/core-state';
import { useReportedList } from '../../state/use-reported-list';
import { leaveActivity, loadActivity, useActivityData } from './activity-data';
import { filterOf, useActivityView } from './activity-view';

/** Calls that end together cause one query. */
const settleMs = 150;

/** Keeps the ledger's answers up to date while the page is open: with the filters, and with each new row. */
export function useActivity() {
  const selection = useActivityView((view) => view.selection);
  const active = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const ledgerId = useCoreState((state) => state.ledgerId);
  const selected = useMemo(() => (active === null ? null : { selection, active }), [selection, active]);
  const isShown = useActivityData((data) => data.selected === selected);
  const isNew = useActivityData((data) => data.ledgerId === ledgerId);
  const waitMs = isShown ? settleMs : 0;
  const { error, more } = useReportedList(
    async (isFirst) => (selected === null ? null : loadActivity(selected, isFirst)),
    [selected],
    { delayMs: isShown && isNew ? null : waitMs, asOf: ledgerId, leave: leaveActivity },
  );
  const filter = useMemo(
    () => selected && filterOf(selection, selected.active, Date.now()),
    [selection, selected],
  );
  return { filter, error, more, isBusy: !isShown && error === null };
}
