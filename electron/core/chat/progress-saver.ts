import type { Ports } from '../ports/ports';
import { type LiveReply, progressOf } from './live-reply';

/**
 * Save every 400 ms: with the write this stays under the documented 500 ms, which is the most that a crash can lose.
 */
const SAVE_EVERY_MS = 400;

interface ProgressPorts {
  readonly clock: Ports['clock'];
  readonly storage: { readonly messages: Pick<Ports['storage']['messages'], 'update'> };
}

export interface ProgressSaver {
  /** Called after text was added to the live reply. */
  touch(): void;
  /** Saves what there is without waiting. */
  now(): void;
  end(): void;
}

/** Saves a streaming reply to the database at intervals; a failed write is reported and retried until it succeeds. */
export function createProgressSaver(
  live: LiveReply,
  { storage, clock }: ProgressPorts,
  onFailed: (error: unknown) => void,
): ProgressSaver {
  let cancelTimer: (() => void) | null = null;
  const touch = () => {
    cancelTimer ??= clock.setTimer(SAVE_EVERY_MS, save);
  };
  const save = () => {
    cancelTimer = null;
    try {
      storage.messages.update(progressOf(live));
    } catch (error) {
      onFailed(error);
      // No more text may arrive for a long time, so what has arrived is saved without waiting for it.
      touch();
    }
  };
  return {
    touch,
    now: save,
    end() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
