import { noUpdates, type RunningWork, type Updates } from '../../../shared/app/updates';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { UpdaterPort } from '../ports/updater';
import { isIdle } from './running-work';

export type UpdateSetting = 'ask' | 'off' | 'on';

export interface UpdateNeeds {
  readonly ports: Pick<Ports, 'clock' | 'describeError' | 'updater' | 'log'>;
  readonly events: EventBus;
  readonly work: () => RunningWork;
  /** Whether the person agreed to checks without being asked each time. */
  readonly setting: () => UpdateSetting;
}

type Step = NonNullable<Updates['failure']>['step'];

/** The state of the updates, and the only way to change it. */
export interface UpdateContext {
  readonly clock: Ports['clock'];
  readonly updater: UpdaterPort | null;
  state(): Updates;
  change(patch: Partial<Updates>): void;
  fail(step: Step, cause: unknown): void;
  countWork(): RunningWork;
  /** The status while there is nothing to do. */
  resting(): 'idle' | 'off';
  /** No further changes are reported. */
  close(): void;
}

export function createUpdateContext({ ports, events, work, setting }: UpdateNeeds): UpdateContext {
  const { clock, updater, describeError, log } = ports;
  let state: Updates = { ...noUpdates, ...(updater && { support: updater.support }) };
  let isClosed = false;
  const countWork = (): RunningWork => {
    try {
      return work();
    } catch (error) {
      // Without an answer from the database, something may still be running.
      log(`running work is unknown: ${describeError(error).code}`);
      return { replies: 0, jobs: 1, tasks: 0 };
    }
  };
  const change = (patch: Partial<Updates>) => {
    if (isClosed) return;
    state = { ...state, ...patch };
    events.emit({ type: 'updates.changed', updates: state });
  };
  return {
    clock,
    updater,
    countWork,
    change,
    state: () => state,
    resting: () => (setting() === 'on' ? 'idle' : 'off'),
    fail(step, cause) {
      const error = describeError(cause);
      log(`update, ${step}: ${error.code}`);
      change({ status: 'failed', failure: { step, error }, progress: null, waitingFor: null });
    },
    close() {
      // Asked here, since the core is about to end what runs.
      updater?.setReplaceAtQuit(state.status === 'ready' && isIdle(countWork()));
      isClosed = true;
    },
  };
}
