import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';

/** The window loads first. */
const CHECK_AFTER_MS = 3_000;

/**
 * Checks the database in the background after a run that did not close it. Returns a function that cancels the check.
 */
export function checkAfterUncleanEnd({ storage, clock, log }: Ports, notices: Notices): () => void {
  if (!storage.upkeep.isCheckDue) return () => undefined;
  return clock.setTimer(CHECK_AFTER_MS, () => {
    storage.upkeep.check().then(
      (result) => {
        if (result === 'damaged') notices.show(damagedNotice);
      },
      (error) => log(`the database could not be checked: ${String(error)}`),
    );
  });
}

const damagedNotice = {
  id: 'database-damaged',
  level: 'error' as const,
  title: 'The database is damaged',
  message:
    'Gatehouse did not close properly last time, and part of its database can’t be read. Restart Gatehouse: it recovers what it can and keeps the damaged file.',
};
