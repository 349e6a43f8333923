import { AppError, type AppErrorData, isTemporaryFailure } from '../../../shared/errors';
import type { Ports } from '../ports/ports';

/** Before the next attempt at a database that could not be used. */
export const DATABASE_RETRY_MS = 2_000;

/** The app closed before the database accepted a change: the stored state is the last one that was written. */
export class UnwrittenError extends AppError {
  constructor() {
    const message = 'Gatehouse closed before its database could be used. Start it again, then repeat this.';
    super({ code: 'aborted', message });
  }
}

export interface DurableSave {
  /**
   * Runs `write` in a transaction, again and again until the database accepts it: what an answer reported must not be
   * lost to a full disk or a locked database.
   * @returns false where the app closed first
   * @throws what `write` throws for any other reason, since a retry could not help
   */
  store(write: () => void): Promise<boolean>;
  /** `store` for work that returns something. @throws UnwrittenError where the app closed before it was done */
  persist<Result>(work: () => Result): Promise<Result>;
  /** Ends all waiting; what is not stored by then is not stored. */
  close(): void;
}

export function createDurableSave(
  { storage, clock, describeError }: Pick<Ports, 'storage' | 'clock' | 'describeError'>,
  { onRefused }: { readonly onRefused: (error: AppErrorData) => void },
): DurableSave {
  let closing = false;
  const waits = new Set<() => void>();
  /** Waits before the next attempt. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const wake = () => {
        cancel();
        waits.delete(wake);
        resolve();
      };
      const cancel = clock.setTimer(DATABASE_RETRY_MS, wake);
      waits.add(wake);
    });
  const tryOnce = (write: () => void): boolean => {
    try {
      storage.transaction(write);
      return true;
    } catch (error) {
      const described = describeError(error);
      if (!mayPass(described)) throw error;
      onRefused(described);
      return false;
    }
  };
  const store = async (write: () => void): Promise<boolean> => {
    while (!tryOnce(write)) {
      if (closing) return false;
      await pause();
    }
    return true;
  };
  return {
    store,
    async persist<Result>(work: () => Result): Promise<Result> {
      const done: { result?: Result } = {};
      const isDone = await store(() => {
        done.result = work();
      });
      if (!isDone) throw new UnwrittenError();
      return done.result as Result;
    },
    close() {
      closing = true;
      for (const wake of waits) wake();
    },
  };
}

/** A full or write-protected disk needs you to fix it; a lock ends without help. */
export function mayPass(error: AppErrorData): boolean {
  return ['storage_full', 'storage_readonly'].includes(error.code) || isTemporaryFailure(error);
}
