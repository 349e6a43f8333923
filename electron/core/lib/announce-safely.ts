import type { Ports } from '../ports/ports';
import { DATABASE_RETRY_MS, mayPass } from './durable-save';

/** How often it is tried; after that windows have what the next change shows. */
const TRIES = 30;

/**
 * Shows windows what was stored. It is stored, and goes on, whether or not the database can be read at this moment: a
 * command that failed for that would be repeated by the person, and perhaps paid twice. What can't be shown now is shown
 * once it can be read.
 */
export function createSafeAnnounce({
  clock,
  log,
  describeError,
}: Pick<Ports, 'clock' | 'log' | 'describeError'>): (announce: () => void) => void {
  const attempt = (announce: () => void, triesLeft: number): void => {
    try {
      announce();
    } catch (error) {
      const described = describeError(error);
      log(`a change could not be shown: ${described.code}`);
      if (mayPass(described) && triesLeft > 0)
        clock.setTimer(DATABASE_RETRY_MS, () => attempt(announce, triesLeft - 1));
    }
  };
  return (announce) => attempt(announce, TRIES);
}
