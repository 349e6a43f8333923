import { AppError } from '../../../shared/errors';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';

export interface SandboxService {
  /** The Sandbox's address; `null` until it answers. */
  baseUrl(): string | null;
  /** Waits until it answers. @throws AppError `host_unreachable` where it did not start. */
  access(): Promise<{ baseUrl: string; apiKey: string }>;
  onReady(listener: () => void): void;
  stop(): Promise<void>;
}

const NOTICE = 'sandbox';
const MAX_RESTARTS = 3;

/**
 * Keeps the embedded gateway running beside the app: started once, and again when it exits unexpectedly.
 *
 * @param shown when the first window is there, which the start would slow down: it waits, and calls wait for it. At
 * once where left out.
 */
export function createSandboxService(
  { sandbox, log }: Pick<Ports, 'sandbox' | 'log'>,
  notices: Notices,
  shown?: Promise<unknown>,
): SandboxService {
  const listeners = new Set<() => void>();
  let current: { baseUrl: string; apiKey: string } | null = null;
  let restarts = 0;
  let stopping = false;
  let stopWaiting = () => {};
  const stopped = new Promise<void>((resolve) => {
    stopWaiting = resolve;
  });
  let starting = shown === undefined ? start() : Promise.race([shown, stopped]).then(start, start);

  async function start() {
    if (stopping) throw new AppError({ code: 'host_unreachable', message: 'The app is closing.' });
    try {
      current = await sandbox.start();
      for (const listener of listeners) listener();
      return current;
    } catch (cause) {
      log(`sandbox did not start: ${String(cause)}`);
      notices.show({
        id: NOTICE,
        level: 'error',
        title: 'Couldn’t start the Sandbox',
        message:
          'Its models can’t be used until you restart the app. Profiles of real gateways work as usual.',
      });
      throw new AppError(
        { code: 'host_unreachable', message: 'The Sandbox is not running. Restart the app.' },
        { cause },
      );
    }
  }

  // No caller may be waiting yet; a later one still gets the failure.
  starting.catch(() => undefined);
  sandbox.onExit(() => {
    if (stopping || restarts >= MAX_RESTARTS) return;
    restarts += 1;
    current = null;
    starting = start();
    starting.catch(() => undefined);
  });

  return {
    baseUrl: () => current?.baseUrl ?? null,
    access: () => starting,
    onReady: (listener) => listeners.add(listener),
    async stop() {
      stopping = true;
      stopWaiting();
      // One that is still starting must not come up after the app has closed.
      await starting.catch(() => undefined);
      await sandbox.stop();
    },
  };
}
