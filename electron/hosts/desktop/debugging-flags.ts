/** Flags of Chromium by which another program could read this one’s pages and data, or act in them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Names as Chromium and Electron read them, without the dashes. */
const DEBUGGING_FLAGS = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-io-pipes',
  'remote-allow-origins',
  'custom-devtools-frontend',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'auto-open-devtools-for-tabs',
  'load-extension',
  'disable-web-security',
  'ignore-certificate-errors',
  'ssl-key-log-file',
  'log-net-log',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const;

export interface CommandLine {
  hasSwitch(name: string): boolean;
  removeSwitch(name: string): void;
}

/**
 * Takes them off the command line; Chromium reads it after this program’s first code has run. Before the app is ready.
 * @param isAllowed asked only where there is one of them
 * @returns those that were taken off
 */
export function refuseDebugging(commandLine: CommandLine, isAllowed: () => boolean): readonly string[] {
  const given = DEBUGGING_FLAGS.filter((name) => commandLine.hasSwitch(name));
  if (given.length === 0 || isAllowed()) return [];
  for (const name of given) commandLine.removeSwitch(name);
  return given;
}

/**
 * Whether the package was built to be driven by tests: its own `package.json`, which nobody can change from the command
 * line or the environment, says `"debugging": true`. No release is built so.
 * @param appPath as `app.getAppPath()`
 */
export function isBuiltForTests(appPath: string): boolean {
  try {
    return JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8')).debugging === true;
  } catch {
    return false;
  }
}
