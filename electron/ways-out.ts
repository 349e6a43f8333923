/** What a person can do when the app can't start, done on this computer. */
import { app, dialog, shell } from 'electron';
import type { WaysOut } from './hosts/desktop/start-failure';
import { earlierVersion } from './storage/backup/before-update';
import { goBackToEarlier, newestBackup, scheduleRestore, setDatabaseAside } from './storage/start-anyway';
import { forgetStarts } from './storage/version-record';
import type { DesktopUpdates } from './updates/desktop';

/** @param home the data folder */
export const waysOut = (home: string, updates: DesktopUpdates | undefined): WaysOut => ({
  restart() {
    forgetStarts(home, app.getVersion());
    app.relaunch();
    app.exit(0);
  },
  async openFolder() {
    await shell.openPath(home);
  },
  newestBackup: () => newestBackup(home),
  restore: (id) => scheduleRestore(home, id, Date.now()),
  setAside: () => setDatabaseAside(home, Date.now()),
  earlier() {
    const earlier = earlierVersion(home);
    if (earlier === null) return null;
    return { version: earlier.version, page: updates?.releasePage(earlier.version) ?? null };
  },
  async goBack() {
    const page = updates?.releasePage(earlierVersion(home)?.version ?? '') ?? null;
    await goBackToEarlier(home, Date.now());
    if (page !== null) await shell.openExternal(page);
  },
  quit: () => app.exit(1),
  async ask(message, detail, buttons) {
    const last = buttons.length - 1;
    const options = {
      type: 'error' as const,
      title: 'Gatehouse',
      message,
      detail: detail.includes(home) ? detail : `${detail}\n\nData folder: ${home}`,
      buttons: [...buttons],
      cancelId: last,
      noLink: true,
    };
    return (await dialog.showMessageBox(options)).response;
  },
});
