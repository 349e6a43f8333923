import type { AppErrorData } from '../../shared/errors';
import type { Ports } from './ports';

const RETRY_MS = 2_000;

export interface DurableSave {
  /**
   * Runs `write` in a transaction, again and again until the database takes it: what an answer told must not be lost to
   * a full disk or a locked database.
   * @returns false where the app closed before it was taken
   * @throws what `write` throws for any other reason, since trying again could not help
   */
  store(write: () => void): Promise<boolean>;
  /** Ends all waiting; what is not stored by then is not stored. */
  close(): void;
}

export function createDurableSave(
  { storage, clock, describeError }: Pick<Ports, 'storage' | 'clock' | 'describeError'>,
  { onRefused }: { readonly onRefused: (error: AppErrorData) => void },
): DurableSave {
  let closing = false;
  const wakers = new Set<() => void>();
  const pause = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        wakers.delete(wake);
        resolve();
      };
      const cancel = clock.setTimer(RETRY_MS, wake);
      wakers.add(wake);
    });
  const tryOnce = (write: () => void): boolean => {
    try {
      storage.transaction(write);
      return true;
    } catch (error) {
      const described = describeError(error);
      if (!described.code.startsWith('storage_')) throw error;
      onRefused(described);
      return false;
    }
  };
  return {
    async store(write) {
      while (!tryOnce(write)) {
        if (closing) return false;
        await pause();
      }
      return true;
    },
    close() {
      closing = true;
      for (const wake of wakers) wake();
    },
  };
}
