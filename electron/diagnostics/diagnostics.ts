/** Crashes and the report that a person can hand on. Nothing of it is ever sent by the app. */
import { readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CrashDump, Diagnostics } from '../../shared/app/diagnostics';
import type { DiagnosticsPort } from '../core/ports/diagnostics';
import { LOG_FOLDER, type LogFile } from './log-file';

export const CRASH_FOLDER = 'crashes';
const REPORT_LINES = 200;

export interface DiagnosticsOptions {
  /** The data folder. */
  readonly folder: string;
  readonly version: string;
  /** Such as `desktop`. */
  readonly host: string;
  readonly log: LogFile;
}

export function createDiagnostics({ folder, version, host, log }: DiagnosticsOptions): DiagnosticsPort {
  const crashFolder = path.join(folder, CRASH_FOLDER);
  const read = (): Diagnostics => {
    const crashes = findCrashes(crashFolder);
    const lines = [
      ...systemLines(version, host),
      `Crashes: ${crashes.length}`,
      '',
      ...log.last(REPORT_LINES),
    ];
    return { report: `${lines.join('\n')}\n`, crashes };
  };
  return {
    read,
    pathOf(id) {
      if (id === null) return path.join(folder, LOG_FOLDER);
      // Only a name that was listed leads anywhere.
      const known = findCrashes(crashFolder).some((crash) => crash.id === id);
      return known ? path.join(crashFolder, id) : null;
    },
  };
}

/** What the runtime is: versions only, no name of a computer or a person. */
function systemLines(version: string, host: string): readonly string[] {
  const { electron, chrome, node } = process.versions as Partial<Record<string, string>>;
  return [
    `Gatehouse ${version} (${host})`,
    `${os.type()} ${os.release()} ${process.arch}`,
    [
      ...(electron === undefined ? [] : [`Electron ${electron}`, `Chromium ${chrome}`]),
      `Node.js ${node}`,
    ].join(', '),
  ];
}

/** @param folder the data folder @param since in milliseconds since 1970 */
export const hasCrashSince = (folder: string, since: number): boolean =>
  findCrashes(path.join(folder, CRASH_FOLDER)).some(({ at }) => at >= since);

/** Crashpad keeps its dumps in folders of its own (`completed`, `pending`, `new`). */
function findCrashes(folder: string): readonly CrashDump[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.dmp'))
    .flatMap((id) => {
      const found = statSync(path.join(folder, id), { throwIfNoEntry: false });
      return found === undefined ? [] : [{ id, at: Math.round(found.mtimeMs), bytes: found.size }];
    })
    .sort((one, other) => other.at - one.at);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
