import type { Microcredits } from '../../../shared/credits';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';

export interface Spent {
  readonly day: Microcredits;
  readonly month: Microcredits;
}

/**
 * What this app spent with the active profile, today and this month in local time; `null` while unknown or not wanted.
 * Loaded again whenever the balance changes.
 */
export function useSpent(wanted: boolean): Spent | null {
  const credits = useCoreState(({ app }) => app?.credits);
  const isAsked = wanted && credits !== undefined;
  return useAnswer(isAsked ? () => readSpent(credits.profileId) : null, [credits]).value;
}

async function readSpent(profileId: string): Promise<Envelope<Spent>> {
  const [day, month] = await Promise.all([
    spentSince(profileId, startOfDay()),
    spentSince(profileId, startOfMonth()),
  ]);
  if (!day.ok) return day;
  return month.ok ? { ok: true, value: { day: day.value, month: month.value } } : month;
}

/** All charges of the profile, without those that no call of this app explains. */
async function spentSince(profileId: string, from: number): Promise<Envelope<Microcredits>> {
  const ask = (more: { outcome?: 'outside' }) =>
    call('ledger.page', { filter: { profileId, from, ...more }, cursor: null, limit: 1 });
  const [all, outside] = await Promise.all([ask({}), ask({ outcome: 'outside' })]);
  if (!all.ok) return all;
  return outside.ok ? { ok: true, value: (all.value.used - outside.value.used) as Microcredits } : outside;
}

const startOfDay = () => new Date().setHours(0, 0, 0, 0);
const startOfMonth = () => new Date(new Date().setDate(1)).setHours(0, 0, 0, 0);
