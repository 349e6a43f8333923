import { createPorts } from '../../electron/compose';
import type { Clock } from '../../electron/core/ports/clock';
import type { Keychain } from '../../electron/core/ports/keychain';
import type { Ports } from '../../electron/core/ports/ports';
import type { Storage } from '../../electron/core/ports/storage';
import type { Timeouts } from '../../electron/gateway/http/call';
import { makeThumbnail } from '../../electron/storage/media/thumbnail';

/** Keeps nothing and refuses everything, as a machine without a keychain does. */
const noKeychain: Keychain = {
  probe: async () => ({ available: false, reason: 'no-service', message: 'No keychain service answers.' }),
  get: async () => null,
  set: async () => {
    throw new Error('never asked without a probe');
  },
  remove: async () => undefined,
};

export interface TestWorld {
  readonly home: string;
  readonly storage: Storage;
  /** Stands where the app's own embedded gateway would. */
  readonly sandbox: { readonly baseUrl: string; readonly apiKey: string };
  readonly keychain?: Keychain;
  /** How long the gateway may take; the app's own limits where left out. */
  readonly timeouts?: Partial<Timeouts>;
  /** Where the person says a file is to go; a host that can't ask where left out. */
  readonly chooseFile?: Ports['chooseFile'];
  /** The computer's where left out. */
  readonly clock?: Clock;
  readonly updater?: Ports['updater'];
}

/** The app's own ports, but for the window, the keychain and the process of the embedded gateway. */
export function testPorts(world: TestWorld): Ports {
  const { home, storage, sandbox, keychain = noKeychain, timeouts, chooseFile, clock, updater } = world;
  return createPorts({
    home,
    storage,
    keychain,
    timeouts,
    fetch,
    log: () => undefined,
    ...(chooseFile && { chooseFile }),
    ...(clock && { clock }),
    ...(updater && { updater }),
    sandbox: {
      start: async () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }),
      onExit: () => undefined,
      stop: async () => undefined,
    },
    thumbnailer: { make: makeThumbnail },
  });
}
