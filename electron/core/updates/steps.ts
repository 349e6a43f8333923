/** The steps of an update; each reports its end as `updates.changed` and never throws. */
import { isIdle } from './running-work';
import type { UpdateContext } from './update-context';

/** How often it checks whether running work has ended, while somebody waits for it. */
const CHECK_WORK_EVERY_MS = 500;
/** A progress bar needs no more. */
const REPORT_EVERY_MS = 200;

export async function runCheck(context: UpdateContext): Promise<void> {
  const { updater, change, clock } = context;
  if (updater === null) return;
  change({ status: 'checking', failure: null });
  try {
    const update = await updater.check();
    const status = update === null ? context.resting() : 'available';
    change({ status, update, checkedAt: clock.now() });
  } catch (error) {
    context.fail('check', error);
  }
}

export async function runDownload(context: UpdateContext, signal: AbortSignal): Promise<void> {
  const { updater, change } = context;
  const { update } = context.state();
  if (updater === null || update === null) return;
  change({ status: 'downloading', failure: null, progress: { done: 0, total: update.bytes ?? 0 } });
  try {
    await updater.download(progressReports(context, signal), signal);
    change({ status: 'ready', progress: null });
  } catch (error) {
    if (signal.aborted) change({ status: 'available', progress: null });
    else context.fail('download', error);
  }
}

function progressReports({ clock, change }: UpdateContext, signal: AbortSignal) {
  let reportedAt = 0;
  return (done: number, total: number) => {
    if (signal.aborted || clock.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = clock.now();
    change({ progress: { done, total } });
  };
}

/**
 * Restarts into the new version as soon as nothing runs that the restart would interrupt.
 * @returns a function that gives up the wait
 */
export function installWhenIdle(context: UpdateContext): () => void {
  let stop: () => void = () => undefined;
  const attempt = () => {
    const running = context.countWork();
    if (isIdle(running)) {
      context.change({ waitingFor: null });
      context.updater?.restart().catch((error: unknown) => context.fail('install', error));
      return;
    }
    if (JSON.stringify(running) !== JSON.stringify(context.state().waitingFor))
      context.change({ waitingFor: running });
    stop = context.clock.setTimer(CHECK_WORK_EVERY_MS, attempt);
  };
  attempt();
  return () => stop();
}
