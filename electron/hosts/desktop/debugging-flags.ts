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
  'inspect-wait',
  'inspect-port',
  'auto-open-devtools-for-tabs',
  'load-extension',
  'disable-web-security',
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  'single-process',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'ssl-key-log-file',
  'log-net-log',
  'net-log-capture-mode',
  'trace-startup',
  'trace-startup-file',
  'browser-subprocess-path',
  'js-flags',
  'renderer-cmd-prefix',
  'zygote-cmd-prefix',
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

/** Variables that do the same as one of the flags: here, the keys of all TLS connections are written to a file. */
const DEBUGGING_VARIABLES = ['SSLKEYLOGFILE'] as const;

/**
 * The same for the environment, which Chromium reads when it makes its first connection.
 * @returns those that were taken out
 */
export function refuseDebuggingVariables(
  env: NodeJS.ProcessEnv,
  isAllowed: () => boolean,
): readonly string[] {
  const given = DEBUGGING_VARIABLES.filter((name) => env[name] !== undefined);
  if (given.length === 0 || isAllowed()) return [];
  for (const name of given) delete env[name];
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

/** Ignores every flag and variable for debuggers, and names each on the console. */
export function takeNoDebugger(commandLine: CommandLine, isAllowed: () => boolean): void {
  const flags = refuseDebugging(commandLine, isAllowed).map((name) => `--${name}`);
  for (const name of [...flags, ...refuseDebuggingVariables(process.env, isAllowed)])
    process.stderr.write(`gatehouse: ${name} is ignored: an installed Gatehouse can’t be debugged.\n`);
}
