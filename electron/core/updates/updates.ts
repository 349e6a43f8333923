import type { Updates } from '../../../shared/app/updates';
import { AppError } from '../../../shared/errors';
import { isIdle } from './running-work';
import {
  createUpdateContext,
  type UpdateContext,
  type UpdateNeeds,
  type UpdateSetting,
} from './update-context';

export interface UpdateService {
  current(): Updates;
  /** @throws AppError `invalid_input` where this copy of the app can't ask. */
  check(): void;
  download(): void;
  install(): void;
  cancel(): void;
  /** The setting changed: begins or ends the daily check. */
  follow(setting: UpdateSetting): void;
  close(): void;
}

/** The window and the Sandbox come first. */
const FIRST_CHECK_MS = 15_000;
const CHECK_EVERY_MS = 24 * 3_600_000;

/** Finds, downloads and applies new versions; one step at a time. */
export function createUpdates(needs: UpdateNeeds): UpdateService {
  const context = createUpdateContext(needs);
  const { state, change, clock } = context;
  let stopDaily: () => void = () => undefined;
  let stopWaiting: () => void = () => undefined;
  let running = new AbortController();

  const startDownload = (): Promise<void> => {
    running = new AbortController();
    return runDownload(context, running.signal);
  };
  /** An automatic check, with the download where this copy can use it. */
  const checkByItself = async (): Promise<void> => {
    stopDaily = clock.setTimer(CHECK_EVERY_MS, () => void checkByItself());
    if (['checking', 'downloading', 'ready'].includes(state().status)) return;
    await runCheck(context);
    if (state().status === 'available' && state().support.kind === 'self') await startDownload();
  };

  return {
    current: state,
    check() {
      requireFeed(context);
      if (!['checking', 'downloading', 'ready'].includes(state().status)) void runCheck(context);
    },
    download() {
      requireDownloadable(state());
      void startDownload();
    },
    install() {
      requireReady(state());
      if (state().waitingFor !== null) return;
      change({ status: 'ready', failure: null });
      stopWaiting = installWhenIdle(context);
    },
    cancel() {
      running.abort();
      stopWaiting();
      if (state().waitingFor !== null) change({ waitingFor: null });
    },
    follow(setting) {
      stopDaily();
      if (context.updater === null || state().support.kind === 'none') return;
      if (setting === 'on') stopDaily = clock.setTimer(FIRST_CHECK_MS, () => void checkByItself());
      if (state().status === 'off' || state().status === 'idle') change({ status: context.resting() });
    },
    close() {
      context.close();
      stopDaily();
      stopWaiting();
      running.abort();
    },
  };
}

function requireFeed({ updater, state }: UpdateContext): void {
  const { support } = state();
  if (support.kind === 'none') throw refusal(support.reason);
  if (updater === null) throw refusal('There is no update server.');
}

function requireDownloadable({ support, status, update }: Updates): void {
  if (support.kind !== 'self') throw refusal('This copy of Gatehouse can’t replace itself.');
  const canBegin = status === 'available' || status === 'failed';
  if (update === null || !canBegin) throw refusal('There is no update to download.');
}

function requireReady({ status, failure }: Updates): void {
  const isRetry = status === 'failed' && failure?.step === 'install';
  if (status !== 'ready' && !isRetry) throw refusal('No downloaded update is ready to install.');
}

const refusal = (message: string): AppError => new AppError({ code: 'invalid_input', message });

// The steps of an update; each reports its end as `updates.changed` and never throws.

/** How often it checks whether running work has ended, while somebody waits for it. */
const CHECK_WORK_EVERY_MS = 500;
/** A progress bar needs no more. */
const REPORT_EVERY_MS = 200;

async function runCheck(context: UpdateContext): Promise<void> {
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

async function runDownload(context: UpdateContext, signal: AbortSignal): Promise<void> {
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
function installWhenIdle(context: UpdateContext): () => void {
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
