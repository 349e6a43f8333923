/** Warns where an AppImage runs without Chromium's sandbox, and says how to turn it on. */
import type { Notice } from '../../../shared/contract';

export interface Launch {
  /** Such as `process.env`; an AppImage names its file in `APPIMAGE`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Chromium was started with `--no-sandbox`. */
  readonly hasNoSandbox: boolean;
}

/**
 * The start script inside an AppImage adds `--no-sandbox` where the system does not allow user namespaces, which
 * Chromium's sandbox needs. Then only the page's policy protects your files from a vulnerability in Chromium.
 * @returns `null` where the sandbox is on, or was not turned off by an AppImage
 */
export function unsandboxedNotice({ env, hasNoSandbox }: Launch): Notice | null {
  if (!env.APPIMAGE || !hasNoSandbox) return null;
  return {
    id: 'no-sandbox',
    level: 'warning',
    title: 'Chromium’s sandbox is off.',
    message:
      'This AppImage started without it, because this system does not allow user namespaces. Install the .deb package instead, or allow user namespaces and restart.',
  };
}
