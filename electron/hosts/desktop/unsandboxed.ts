/** Tells a person whose AppImage runs without Chromium's sandbox, and how to get it back. */
import type { Notice } from '../../../shared/contract';

export interface Launch {
  /** Such as `process.env`; an AppImage names its file in `APPIMAGE`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Chromium was started with `--no-sandbox`. */
  readonly hasNoSandbox: boolean;
}

/**
 * The start script inside an AppImage adds `--no-sandbox` by itself where the system gives programs no user namespaces
 * of their own, which Chromium's sandbox is made of. Then nothing but the page's policy is between a fault of Chromium
 * and the person's files.
 * @returns `null` where the sandbox is on, or was not switched off by an AppImage
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
