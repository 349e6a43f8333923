import { type Backup, type BackupKind, type Backups, DAILY_BACKUPS } from '../../../shared/app/backups';
import { AppError, isTemporaryFailure } from '../../../shared/errors';
import type { EventBus } from '../events';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';
import type { SettingsService } from '../settings/settings';

export interface BackupService {
  current(): Backups;
  /** Starts a backup; events report the rest, and a notice a failure. @throws AppError `busy` while one runs. */
  create(): void;
  remove(id: string): void;
  restore(id: string): Promise<void>;
  cancelRestore(): void;
  close(): void;
}

interface Services {
  readonly events: EventBus;
  readonly notices: Notices;
  readonly settings: SettingsService;
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'describeError' | 'log'>;

/** Startup comes first, so no backup runs in the first seconds. */
const FIRST_CHECK_MS = 10_000;
/** An app that stays open for days gets a backup on each of them. */
const CHECK_EVERY_MS = 3_600_000;
/** A drive that is busy or a lock of another program is usually over by then. */
const SECOND_TRY_MS = 60_000;

/** Copies of the database: one on each day of use, and whenever you ask for one. */
export function createBackupService(ports: Needs, { events, notices, settings }: Services): BackupService {
  const { storage, clock, describeError, log } = ports;
  const files = storage.backups;
  let isRunning = false;
  let stopTimer: () => void = () => undefined;
  const current = (): Backups => ({
    items: files.list(),
    pendingRestoreId: files.pendingRestoreId(),
    isRunning,
  });
  const announce = () => events.emit({ type: 'backups.changed', backups: current() });
  const change = (work: () => void) => {
    work();
    announce();
  };

  async function make(kind: BackupKind, isSecondTry = false): Promise<void> {
    isRunning = true;
    announce();
    try {
      await files.create(kind, clock.now());
      if (kind === 'daily') removeOldest();
      notices.dismiss(FAILED);
    } catch (error) {
      const failure = describeError(error);
      log(`a backup failed: ${failure.code}: ${failure.message}`);
      if (kind === 'daily' && !isSecondTry && isTemporaryFailure(failure)) {
        stopTimer();
        stopTimer = clock.setTimer(SECOND_TRY_MS, () => check(true));
      } else notices.show(failedNotice(failure.message));
    } finally {
      isRunning = false;
      announce();
    }
  }

  function removeOldest(): void {
    const daily = files.list().filter(({ kind }) => kind === 'daily');
    for (const { id } of daily.slice(DAILY_BACKUPS)) files.remove(id);
  }

  function check(isSecondTry = false): void {
    stopTimer = clock.setTimer(CHECK_EVERY_MS, () => check());
    const isDue = settings.current().dailyBackup && isDailyDue(files.list(), clock.now());
    if (isDue && !isRunning) void make('daily', isSecondTry);
  }

  stopTimer = clock.setTimer(FIRST_CHECK_MS, () => check());
  return {
    current,
    create() {
      if (isRunning)
        throw new AppError({ code: 'busy', message: 'A backup is already running. Wait for it to finish.' });
      void make('manual');
    },
    remove: (id) => change(() => files.remove(id)),
    async restore(id) {
      await files.scheduleRestore(id);
      announce();
    },
    cancelRestore: () => change(files.cancelRestore),
    close: () => stopTimer(),
  };
}

const FAILED = 'backup-failed';

const failedNotice = (why: string) => ({
  id: FAILED,
  level: 'warning' as const,
  title: 'Couldn’t make a backup',
  message: `${why} Gatehouse tries again in an hour, or choose Back up now in Settings.`,
});

/** True where no backup was made yet on this calendar day in the computer's time zone. */
function isDailyDue(backups: readonly Backup[], now: number): boolean {
  const today = new Date(now).toDateString();
  return !backups.some(
    ({ kind, createdAt }) => kind === 'daily' && new Date(createdAt).toDateString() === today,
  );
}
