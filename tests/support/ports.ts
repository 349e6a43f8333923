import { createPorts } from '../../electron/compose';
import type { Clock } from '../../electron/core/ports/clock';
import type { DocumentText, Read } from '../../electron/core/ports/documents';
import type { Keychain } from '../../electron/core/ports/keychain';
import type { Ports } from '../../electron/core/ports/ports';
import type { Storage } from '../../electron/core/ports/storage';
import type { Timeouts } from '../../electron/gateway/http/call';
import { nodeFetch } from '../../electron/gateway/network/node-network';
import { readDocument } from '../../electron/storage/documents/read-document';
import { fitImage } from '../../electron/storage/media/fitted-images';
import { writeShown, writeUpright } from '../../electron/storage/media/rewritten-images';
import { makeThumbnail } from '../../electron/storage/media/thumbnail';

/** Stores nothing and refuses everything, like a machine without a keychain. */
const noKeychain: Keychain = {
  probe: async () => ({ available: false, reason: 'no-service', message: 'No keychain service is running.' }),
  get: async () => null,
  set: async () => {
    throw new Error('never asked without a probe');
  },
  remove: async () => undefined,
};

export interface TestWorld {
  readonly home: string;
  readonly storage: Storage;
  /** Replaces the app's embedded gateway. */
  readonly sandbox: { readonly baseUrl: string; readonly apiKey: string };
  readonly keychain?: Keychain;
  /** How long the gateway may take; the app's own limits if left out. */
  readonly timeouts?: Partial<Timeouts>;
  /** The path chosen in the save dialog; a host without dialogs if left out. */
  readonly chooseFile?: Ports['chooseFile'];
  /** The computer's if left out. */
  readonly clock?: Clock;
  readonly updater?: Ports['updater'];
  /** None runs where left out. */
  readonly runFunction?: Ports['runFunction'];
  readonly log?: Ports['log'];
  /** Called where the embedded gateway would learn that a chat is about to come. */
  readonly onExpectChat?: () => void;
}

const noFunctions: Ports['runFunction'] = async () => ({ error: 'No function runs here.' });

/** The app's own ports, except for the window, the keychain and the process of the embedded gateway. */
export function testPorts(world: TestWorld): Ports {
  const { home, storage, sandbox, keychain = noKeychain, timeouts, chooseFile, clock, updater } = world;
  const { runFunction = noFunctions } = world;
  return createPorts({
    // No script that chooses proxies is run here.
    pacEntry: '',
    runFunction,
    home,
    storage,
    keychain,
    timeouts,
    fetch: nodeFetch,
    log: world.log ?? (() => undefined),
    ...(chooseFile && { chooseFile }),
    ...(clock && { clock }),
    ...(updater && { updater }),
    sandbox: {
      start: async () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }),
      expectChat: () => world.onExpectChat?.(),
      onExit: () => undefined,
      stop: async () => undefined,
    },
    thumbnailer: { make: makeThumbnail, upright: writeUpright, show: writeShown, fit: fitImage },
    // In this process: what reads them in one of its own is tested apart.
    documents: {
      text: async (path, contentType, most) =>
        (await readDocument({
          task: 'text',
          path,
          contentType,
          ...(most && { most }),
        })) as Read<DocumentText>,
      images: async (path) =>
        (await readDocument({ task: 'images', path, contentType: '' })) as Read<{
          images: readonly string[];
        }>,
    },
  });
}
