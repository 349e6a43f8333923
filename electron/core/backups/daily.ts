import type { Backup } from '../../../shared/backups';

/** True where no daily backup was made yet on this day of the computer's own calendar. */
export function isDailyDue(backups: readonly Backup[], now: number): boolean {
  const today = new Date(now).toDateString();
  return !backups.some(
    ({ kind, createdAt }) => kind === 'daily' && new Date(createdAt).toDateString() === today,
  );
}
