/** The ledger's answers about the selection, and its rows as far as they were scrolled. */
import { create } from 'zustand';
import type { AppErrorData } from '../../../shared/errors';
import type { LedgerDay, LedgerPage, LedgerRow, LedgerSums } from '../../../shared/money/ledger';
import type { MoneyUnit } from '../../../shared/money/money';
import { firstUnit } from '../../../shared/money/money-units';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { createPagedList, type PageRequest } from '../../state/paged-list';
import { filterOf, forgetChoiceOutside, type LedgerFilter, type Selection } from './activity-view';

/** The filters of the page, and the profile that they mean by "the active one". */
export interface Selected {
  readonly selection: Selection;
  readonly active: string;
}

interface ActivityData {
  /** What the answer is about. */
  readonly selected: Selected | null;
  /** The newest row of the ledger when it was asked for. */
  readonly ledgerId: number | null;
  readonly filter: LedgerFilter | null;
  /** What the sums, the days and the chats are in: amounts of two units are never added. */
  readonly unit: MoneyUnit;
  /** The units that the selection was charged in; none where it holds no calls. */
  readonly units: readonly MoneyUnit[];
  /** `null` until the first answer. */
  readonly sums: LedgerSums | null;
  readonly days: readonly LedgerDay[];
  /** Newest first. */
  readonly rows: readonly LedgerRow[];
  readonly cursor: string | null;
  readonly total: number;
}

const nothing: ActivityData = {
  selected: null,
  ledgerId: null,
  filter: null,
  unit: firstUnit,
  units: [],
  sums: null,
  days: [],
  rows: [],
  cursor: null,
  total: 0,
};

export const useActivityData = create<ActivityData>()(() => nothing);

const pageRows = 300;

const ledger = createPagedList<Selected>({
  cursor: (selected) => {
    const shown = useActivityData.getState();
    return shown.selected === selected ? shown.cursor : null;
  },
  read: (selected, request) => (request.isFirst ? readSelection(selected, request) : readRows(request)),
});

/**
 * Loads everything about a selection, or more of its rows. Where the same selection is loaded again, new rows are put
 * before the visible ones, which stay.
 */
export const loadActivity = (selected: Selected, isFirst: boolean): Promise<AppErrorData | null> =>
  isFirst ? ledger.first(selected) : ledger.more(selected);

export const leaveActivity = ledger.leave;

async function readSelection(selected: Selected, { isWanted }: PageRequest) {
  const { ledgerId, app } = useCoreState.getState();
  const { unit: wanted, ...filter } = filterOf(selected.selection, selected.active, Date.now());
  const units = await call('ledger.units', { filter });
  if (!units.ok) return units;
  const ofProfile = app?.ledger.unit ?? firstUnit;
  const answer = await readFigures(filter, units.value, unitOf(units.value, wanted, ofProfile));
  if (answer.ok && isWanted()) {
    useActivityData.setState((before) => ({ ...withNewest(before, answer.value), selected, ledgerId }));
    forgetChoiceOutside(useActivityData.getState().rows);
  }
  return answer;
}

/** The unit that was chosen, else the profile's, where the selection was charged in it. */
const unitOf = (found: readonly MoneyUnit[], wanted: MoneyUnit | undefined, ofProfile: MoneyUnit) =>
  [wanted, ofProfile, ...found].find((unit) => unit !== undefined && found.includes(unit)) ?? ofProfile;

async function readFigures(selected: LedgerFilter, units: readonly MoneyUnit[], unit: MoneyUnit) {
  const counted = { ...selected, unit };
  // With one unit the rows are all of it.
  const filter = units.length > 1 ? counted : selected;
  const [page, sums, days] = await Promise.all([
    call('ledger.page', { filter, cursor: null, limit: pageRows }),
    call('ledger.sums', { filter: counted }),
    call('ledger.days', { filter: counted }),
  ]);
  if (!page.ok) return page;
  if (!sums.ok) return sums;
  if (!days.ok) return days;
  const value = { filter, unit, units, sums: sums.value, days: days.value, page: page.value };
  return { ok: true, value } as const;
}

async function readRows({ cursor, isWanted }: PageRequest) {
  const filter = useActivityData.getState().filter ?? {};
  const page = await call('ledger.page', { filter, cursor, limit: pageRows });
  if (page.ok && isWanted()) {
    const { rows: added, nextCursor } = page.value;
    useActivityData.setState((before) => ({ rows: [...before.rows, ...added], cursor: nextCursor }));
  }
  return page;
}

type Figures = Omit<ActivityData, 'selected' | 'ledgerId' | 'rows' | 'cursor' | 'total' | 'filter'> & {
  readonly filter: LedgerFilter;
  readonly page: LedgerPage;
};

/** Rows never change, so the loaded ones stay valid from where the new page reaches them. */
function withNewest(before: ActivityData, { page, ...figures }: Figures) {
  const { rows, nextCursor, total } = page;
  const newest = before.rows[0]?.id;
  const at = newest === undefined ? -1 : rows.findIndex(({ id }) => id === newest);
  if (!isSame(before.filter, figures.filter) || at === -1)
    return { ...figures, rows, cursor: nextCursor, total };
  return { ...figures, rows: [...rows.slice(0, at), ...before.rows], cursor: before.cursor, total };
}

const isSame = (one: LedgerFilter | null, other: LedgerFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
