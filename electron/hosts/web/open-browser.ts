/** Opens the system's browser without a secret on its command line. */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeSecret } from './sessions';

export interface BrowserOpening {
  /** Passes a path or an address to the system; it is visible in the process list. */
  readonly open: (target: string) => Promise<unknown>;
  /** A file that opens the app; `null` where none could be written. */
  readonly makePage: () => Promise<string | null>;
  /** The app's page that asks for a code. */
  readonly codeAddress: string;
  readonly canReadPages: () => Promise<boolean>;
}

/**
 * Opens the app through a file or, where the browser can't read it, at the page that asks for a code.
 * @returns which of the two; `none` where the system can open neither
 */
export async function openBrowser(opening: BrowserOpening): Promise<'page' | 'code' | 'none'> {
  const page = (await opening.canReadPages()) ? await opening.makePage().catch(() => null) : null;
  try {
    await opening.open(page ?? opening.codeAddress);
    return page === null ? 'code' : 'page';
  } catch {
    return 'none';
  }
}

/** How long the system may take to name its browser, in milliseconds. */
const askMs = 2_000;

/**
 * Whether the system's browser can read a file in the data folder. A browser from the Snap store sees no hidden
 * folders, and a Windows browser under WSL has other paths.
 */
export async function canReadPages(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform !== 'linux') return true;
  return env.WSL_DISTRO_NAME === undefined && !isSnap(await defaultBrowser(env));
}

/** Such as `firefox.desktop`; empty where the system does not say. */
async function defaultBrowser(env: NodeJS.ProcessEnv): Promise<string> {
  const ask = promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { env, timeout: askMs });
  return ask.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/** Snap names its programs' entries `<package>_<program>.desktop`. */
const isSnap = (entry: string): boolean => /^[a-z0-9-]+_[\w.-]+\.desktop$/.test(entry);

// Small files that lead a browser into the app. Every user of a computer can read the command lines of its
// processes. So the system's browser gets the path of a file that only its owner can read, with the one-time
// token inside.

/** How long a file stays where its link is not used, in milliseconds. */
export const pageLifeMs = 120_000;

export interface OpeningPages {
  /**
   * Writes a page that opens `link`.
   * @returns its path, which reveals nothing about the link
   * @throws what the file system throws, such as `ENOSPC`
   */
  write(link: string): Promise<string>;
  /** Deletes the file of a link that was used. */
  remove(link: string): void;
  /** Deletes all files, including those of an earlier host. */
  clear(): Promise<void>;
}

export function createOpeningPages(home: string): OpeningPages {
  const folder = path.join(home, 'opening');
  const pages = new Map<string, { readonly file: string; readonly timer: NodeJS.Timeout }>();
  const remove = (link: string): void => {
    const page = pages.get(link);
    if (page === undefined) return;
    clearTimeout(page.timer);
    pages.delete(link);
    void rm(page.file, { force: true }).catch(() => undefined);
  };
  return {
    async write(link) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${makeSecret()}.html`);
      await writeFile(file, pageOf(link), { mode: 0o600, flag: 'wx' });
      const timer = setTimeout(() => remove(link), pageLifeMs);
      timer.unref();
      pages.set(link, { file, timer });
      return file;
    },
    remove,
    async clear() {
      for (const { timer } of pages.values()) clearTimeout(timer);
      pages.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Links are our own and hold no character that HTML would interpret. */
const pageOf = (link: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Gatehouse</title><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0; url=${link}"></head>
<body><p>Opening Gatehouse … <a href="${link}">Open it now</a> if nothing happens.</p></body>
</html>
`;
