/** The view of the ledger; kept while the window is open. */
import { create } from 'zustand';
import type { CommandInput } from '../../../shared/contract';
import type { LedgerKind, LedgerOutcome } from '../../../shared/money/ledger';
import type { MoneyUnit } from '../../../shared/money/money';
import { type Period, type PresetId, periodOf, periodOfDay } from '../../lib/periods';

export type LedgerFilter = CommandInput<'ledger.page'>['filter'];

/** `every`, the active profile, or a profile by its id. */
export const EVERY_PROFILE = 'every';

export interface Selection {
  /** A preset moves on with the calendar; chosen days stay. */
  readonly period: PresetId | Period;
  /** By default the active profile. */
  readonly profileId?: string;
  readonly model?: string;
  readonly kind?: LedgerKind;
  readonly outcome?: LedgerOutcome;
  /** By default that of the active profile, where the selection has calls in it. */
  readonly unit?: MoneyUnit;
}

interface ActivityView {
  readonly selection: Selection;
  /** The row whose details are shown. */
  readonly chosenId: number | null;
  /** What the chart's colors stand for. */
  readonly splitBy: 'model' | 'kind';
  /** The list beside the chart. */
  readonly list: 'model' | 'kind' | 'chat';
  readonly asTable: boolean;
}

export const useActivityView = create<ActivityView>()(() => ({
  selection: { period: 'month' },
  chosenId: null,
  splitBy: 'model',
  list: 'model',
  asTable: false,
}));

export function select(change: Partial<Selection>): void {
  useActivityView.setState(({ selection }) => ({ selection: { ...selection, ...change }, chosenId: null }));
}

/** A row of the earlier selection can be chosen until the answer for the new one is there. */
export function forgetChoiceOutside(rows: readonly { readonly id: number }[]): void {
  const { chosenId } = useActivityView.getState();
  if (chosenId !== null && !rows.some(({ id }) => id === chosenId))
    useActivityView.setState({ chosenId: null });
}

export const selectDay = (day: string): void => select({ period: periodOfDay(day) });

/** The filter that is sent to the core. */
export function filterOf(
  { period, profileId, ...rest }: Selection,
  active: string,
  now: number,
): LedgerFilter {
  const days = typeof period === 'string' ? periodOf(period, now) : period;
  const profile = profileId === EVERY_PROFILE ? undefined : (profileId ?? active);
  return Object.fromEntries(
    Object.entries({ ...rest, ...days, profileId: profile }).filter(([, value]) => value !== undefined),
  );
}

/** Whether a filter other than the period and the profile is set. */
export const isNarrowed = ({ model, kind, outcome }: Selection): boolean =>
  [model, kind, outcome].some((one) => one !== undefined);
