import type { Backup } from '../../../shared/backups';

/** True where no backup was made yet on this calendar day in the computer's time zone. */
export function isDailyDue(backups: readonly Backup[], now: number): boolean {
  const today = new Date(now).toDateString();
  return !backups.some(
    ({ kind, createdAt }) => kind === 'daily' && new Date(createdAt).toDateString() === today,
  );
}
