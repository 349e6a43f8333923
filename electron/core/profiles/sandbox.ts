import { AppError } from '../../../shared/errors';
import type { Notices } from '../app/notices';
import type { Ports } from '../ports/ports';

export interface SandboxService {
  /** Where it answers now; `null` until it does. */
  baseUrl(): string | null;
  /** Waits for it to answer. @throws AppError `host_unreachable` where it did not start. */
  access(): Promise<{ baseUrl: string; apiKey: string }>;
  onReady(listener: () => void): void;
  stop(): Promise<void>;
}

const NOTICE = 'sandbox';
const MAX_RESTARTS = 3;

/** Keeps the embedded gateway running beside the app: started at once, started again when it ends by itself. */
export function createSandboxService({ sandbox, log }: Ports, notices: Notices): SandboxService {
  const listeners = new Set<() => void>();
  let current: { baseUrl: string; apiKey: string } | null = null;
  let restarts = 0;
  let stopping = false;
  let starting = start();

  async function start() {
    try {
      current = await sandbox.start();
      for (const listener of listeners) listener();
      return current;
    } catch (cause) {
      log(`sandbox did not start: ${String(cause)}`);
      notices.show({
        id: NOTICE,
        level: 'error',
        title: 'The Sandbox did not start',
        message:
          'Its models cannot be used until the app is started again. Profiles of real gateways work as usual.',
      });
      throw new AppError(
        { code: 'host_unreachable', message: 'The Sandbox is not running. Start the app again.' },
        { cause },
      );
    }
  }

  // Nobody may be waiting yet; whoever asks later still hears of the failure.
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
      // One that is only just starting must not come up after the app has gone.
      await starting.catch(() => undefined);
      await sandbox.stop();
    },
  };
}
