import type { Notices } from '../notices';
import type { Ports } from '../ports';
import type { TurnEnd } from './turn';

const NOTICE = 'storage';
const TRY_AGAIN_MS = 2_000;

export interface FinalSave {
  /** Tells that a save was refused. */
  onFailed(error: unknown): void;
  /** Stores how a reply ended together with its ledger row; waits for the disk, but not when the app closes. */
  store(end: TurnEnd): Promise<void>;
  close(): void;
}

/** A full disk ends no reply: its text stays in memory and is saved as soon as the disk lets it. */
export function createFinalSave({ storage, clock, describeError }: Ports, notices: Notices): FinalSave {
  let closing = false;
  const wakers = new Set<() => void>();
  const onFailed = (error: unknown) => {
    const message = `${describeError(error).message} The text is kept in memory and saved as soon as the disk lets it.`;
    notices.show({ id: NOTICE, level: 'error', title: 'A reply could not be saved', message });
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.setTimer(TRY_AGAIN_MS, resolve);
      wakers.add(() => {
        cancel();
        resolve();
      });
    });
  const tryOnce = (end: TurnEnd): boolean => {
    try {
      storage.transaction(() => {
        storage.messages.update(end.update);
        end.record();
      });
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  };
  return {
    onFailed,
    async store(end) {
      while (!tryOnce(end)) {
        if (closing) return;
        await pause();
      }
      notices.dismiss(NOTICE);
    },
    close() {
      closing = true;
      for (const wake of wakers) wake();
    },
  };
}
