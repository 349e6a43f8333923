import type { AppEvent } from '../../../shared/contract';
import type { RecordedCall } from '../../gateway/types';
import type { Clock } from '../ports/clock';

/** How often a running call is reported to windows, in milliseconds. */
const NEWS_MS = 250;

export interface CallNews {
  touch(call: RecordedCall): void;
  end(): void;
}

/** Reports a call when it starts and when it ends, and at intervals between. */
export function createCallNews(
  clock: Pick<Clock, 'setTimer'>,
  emit: (event: AppEvent) => void,
  /** Called before each report, so that the size is measured as often as it is reported. */
  onTell: (call: RecordedCall) => void,
): CallNews {
  const begun = new WeakSet<RecordedCall>();
  const waiting = new Set<RecordedCall>();
  let cancelTimer: (() => void) | null = null;

  const tell = (call: RecordedCall) => {
    waiting.delete(call);
    onTell(call);
    emit({ type: 'call.changed', call: call.summary() });
  };
  const onTimer = () => {
    cancelTimer = null;
    for (const call of [...waiting]) tell(call);
  };
  return {
    touch(call) {
      if (!begun.has(call) || !call.isOpen()) {
        begun.add(call);
        tell(call);
        return;
      }
      waiting.add(call);
      cancelTimer ??= clock.setTimer(NEWS_MS, onTimer);
    },
    end() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
