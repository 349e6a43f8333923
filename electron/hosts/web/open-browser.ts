/** Opens the system's browser without a secret on its command line. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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
