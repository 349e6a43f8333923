/** The ledger's answers about the selection; loaded again when the balance changes. */
import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';
import type { LedgerDay, LedgerPage, LedgerRow, LedgerSums } from '../../../shared/ledger';
import type { MoneyUnit } from '../../../shared/money';
import { call } from '../../link/call';
import { createPagedList } from '../../state/paged-list';
import { forgetChoiceOutside, type LedgerFilter } from './activity-view';

interface ActivityData {
  /** What was asked for when the visible answer came. */
  readonly asked: string | null;
  readonly filter: LedgerFilter | null;
  /** What the sums, the days and the chats are in: amounts of two units are never added. */
  readonly unit: MoneyUnit;
  /** The units that the selection was charged in; none where it holds no calls. */
  readonly units: readonly MoneyUnit[];
  /** `null` until the first answer. */
  readonly sums: LedgerSums | null;
  readonly days: readonly LedgerDay[];
  /** Newest first, as far as they were scrolled. */
  readonly rows: readonly LedgerRow[];
  readonly cursor: string | null;
  readonly total: number;
  /** An answer for another selection than the visible one is loading. */
  readonly isBusy: boolean;
  readonly error: AppErrorData | null;
}

const nothing: ActivityData = {
  asked: null,
  filter: null,
  unit: 'credits',
  units: [],
  sums: null,
  days: [],
  rows: [],
  cursor: null,
  total: 0,
  isBusy: false,
  error: null,
};

export const useActivityData = create<ActivityData>()(() => nothing);

const pageRows = 300;
let round = 0;

/**
 * Loads everything about a selection; the newest query wins. When the same one is loaded again, new rows are put before
 * the visible ones, which stay.
 */
export async function loadActivity(
  { unit: wanted, ...selected }: LedgerFilter,
  ofProfile: MoneyUnit,
): Promise<void> {
  const mine = ++round;
  rows.leave();
  const asked = JSON.stringify([wanted, selected, ofProfile]);
  useActivityData.setState((shown) => ({ isBusy: shown.asked !== asked }));
  const units = await call('ledger.units', { filter: selected });
  if (mine !== round) return;
  const found = units.ok ? units.value : [];
  const unit = [wanted, ofProfile, ...found].find((one) => one !== undefined && found.includes(one));
  const counted = { ...selected, unit: unit ?? ofProfile };
  // With one unit the rows are all of it.
  const filter = found.length > 1 ? counted : selected;
  const [page, sums, days] = await Promise.all([
    call('ledger.page', { filter, cursor: null, limit: pageRows }),
    call('ledger.sums', { filter: counted }),
    call('ledger.days', { filter: counted }),
  ]);
  if (mine !== round) return;
  rows.leave();
  const failed = [units, page, sums, days].find((answer) => !answer.ok);
  if (page.ok && sums.ok && days.ok) {
    useActivityData.setState((before) => ({
      asked,
      filter,
      unit: counted.unit,
      units: found,
      sums: sums.value,
      days: days.value,
      isBusy: false,
      error: null,
      ...withNewest(before, filter, page.value),
    }));
    forgetChoiceOutside(useActivityData.getState().rows);
  } else if (failed?.ok === false) useActivityData.setState({ isBusy: false, error: failed.error });
}

const isSame = (one: LedgerFilter | null, other: LedgerFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const rows = createPagedList<LedgerFilter>({
  cursor: () => useActivityData.getState().cursor,
  async read(filter, { cursor, isWanted }) {
    const page = await call('ledger.page', { filter, cursor, limit: pageRows });
    if (page.ok && isWanted()) {
      const { rows: added, nextCursor } = page.value;
      useActivityData.setState((before) => ({ rows: [...before.rows, ...added], cursor: nextCursor }));
    }
    return page;
  },
});

/** Loads more rows; does nothing after the last. One page at a time. */
export async function loadMoreRows(): Promise<void> {
  const { filter } = useActivityData.getState();
  const error = filter === null ? null : await rows.more(filter);
  if (error !== null) useActivityData.setState({ error });
}

/** Rows never change, so the loaded ones stay valid from where the new page reaches them. */
function withNewest(before: ActivityData, filter: LedgerFilter, page: LedgerPage) {
  const { rows, nextCursor, total } = page;
  const newest = before.rows[0]?.id;
  const at = newest === undefined ? -1 : rows.findIndex(({ id }) => id === newest);
  if (!isSame(before.filter, filter) || at === -1) return { rows, cursor: nextCursor, total };
  return { rows: [...rows.slice(0, at), ...before.rows], cursor: before.cursor, total };
}
