import path from 'node:path';
import { app, crashReporter } from 'electron';
import { CRASH_FOLDER } from '../../diagnostics/diagnostics';

/**
 * Keeps dumps of crashed processes in the data folder. None is ever sent: there is no address to send it to. Must run
 * before the app is ready.
 * @param home the data folder
 */
export function keepCrashDumps(home: string): void {
  app.setPath('crashDumps', path.join(home, CRASH_FOLDER));
  crashReporter.start({ submitURL: '', uploadToServer: false });
}
