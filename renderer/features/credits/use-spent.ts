import { useEffect, useState } from 'react';
import type { Microcredits } from '../../../shared/credits';
import { call } from '../../link/call';
import { useReported } from '../../state/core/reported';

export interface Spent {
  readonly day: Microcredits;
  readonly month: Microcredits;
}

/**
 * What this app spent with the profile in use, today and this month by the local calendar; `null` while not known or
 * not wanted. Asked anew whenever the meter moves.
 */
export function useSpent(wanted: boolean): Spent | null {
  const [spent, setSpent] = useState<Spent | null>(null);
  const credits = useReported(({ app }) => app?.credits);
  useEffect(() => {
    if (!wanted || credits === undefined) return setSpent(null);
    let isNewest = true;
    void readSpent(credits.profileId).then((next) => {
      if (isNewest && next !== null) setSpent(next);
    });
    return () => {
      isNewest = false;
    };
  }, [wanted, credits]);
  return spent;
}

async function readSpent(profileId: string): Promise<Spent | null> {
  const [day, month] = await Promise.all([
    spentSince(profileId, startOfDay()),
    spentSince(profileId, startOfMonth()),
  ]);
  return day === null || month === null ? null : { day, month };
}

/** All charges of the profile, less those that no call of this app explains. */
async function spentSince(profileId: string, from: number): Promise<Microcredits | null> {
  const ask = (more: { outcome?: 'outside' }) =>
    call('ledger.page', { filter: { profileId, from, ...more }, cursor: null, limit: 1 });
  const [all, outside] = await Promise.all([ask({}), ask({ outcome: 'outside' })]);
  return all.ok && outside.ok ? ((all.value.used - outside.value.used) as Microcredits) : null;
}

const startOfDay = () => new Date().setHours(0, 0, 0, 0);
const startOfMonth = () => new Date(new Date().setDate(1)).setHours(0, 0, 0, 0);
