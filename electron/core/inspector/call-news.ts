import type { AppEvent } from '../../../shared/contract';
import type { RecordedCall } from '../../gateway/types/call';
import type { Clock } from '../ports/clock';

/** How often a running call is reported to windows, in milliseconds. */
const NEWS_MS = 250;

export interface CallNews {
  update(call: RecordedCall): void;
  end(): void;
}

/** Reports a call when it starts and when it ends, and at intervals between. */
export function createCallNews(
  clock: Pick<Clock, 'setTimer'>,
  emit: (event: AppEvent) => void,
  /** Called before each report, so that the size is measured as often as it is reported. */
  onReport: (call: RecordedCall) => void,
): CallNews {
  const begun = new WeakSet<RecordedCall>();
  const waiting = new Set<RecordedCall>();
  let cancelTimer: (() => void) | null = null;

  const report = (call: RecordedCall) => {
    waiting.delete(call);
    onReport(call);
    emit({ type: 'call.changed', call: call.summary() });
  };
  const onTimer = () => {
    cancelTimer = null;
    for (const call of [...waiting]) report(call);
  };
  return {
    update(call) {
      if (!begun.has(call) || !call.isOpen()) {
        begun.add(call);
        report(call);
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
