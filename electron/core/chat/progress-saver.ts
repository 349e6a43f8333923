import type { Ports } from '../ports/ports';
import { type LiveReply, progressOf } from './live-reply';

/** A crash loses at most what arrived since the last save; half a second was promised, writing takes its share. */
const SAVE_EVERY_MS = 400;

/** Writes a growing reply to the database now and then; a refused write is told and tried again at the next tick. */
export function createProgressSaver(
  live: LiveReply,
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  onFailed: (error: unknown) => void,
): { touch(): void; end(): void } {
  let cancelTimer: (() => void) | null = null;
  const save = () => {
    cancelTimer = null;
    try {
      storage.messages.update(progressOf(live));
    } catch (error) {
      onFailed(error);
    }
  };
  return {
    touch() {
      cancelTimer ??= clock.setTimer(SAVE_EVERY_MS, save);
    },
    end() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
