import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Keychain, Ports, Storage } from '../../electron/core/ports/ports';
import { createGatewayClient } from '../../electron/gateway/client';
import type { Timeouts } from '../../electron/gateway/http/call';
import { probeConnection } from '../../electron/gateway/operations/probe';
import { toModel } from '../../electron/gateway/parse/catalogue';
import { toAppError } from '../../electron/gateway/parse/error';
import { createCallRecorder } from '../../electron/gateway/record/recorder';
import { createAttachmentFiles } from '../../electron/storage/media/attachment-files';
import { createMediaFiles } from '../../electron/storage/media/library-files';
import { makeThumbnail } from '../../electron/storage/media/thumbnail';
import { createMediaTools } from '../../electron/storage/media/tools';
import { systemClock } from '../../electron/system-clock';

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
}

/** The real world behind the core, but for the window: real files, a real database, a real gateway over HTTP. */
export function testPorts(world: TestWorld): Ports {
  const { home, storage, sandbox, keychain = noKeychain, timeouts, chooseFile = null } = world;
  const calls = createCallRecorder({
    now: () => Date.now(),
    newId: () => randomUUID(),
    monotonic: () => performance.now(),
  });
  const tools = createMediaTools(makeThumbnail);
  return {
    files: createMediaFiles({ home, defaultFolder: join(home, 'media'), tools }),
    attachments: createAttachmentFiles({ home, thumbnail: tools.thumbnail }),
    reveal: null,
    chooseFile,
    drag: null,
    openFile: null,
    storage,
    keychain,
    clock: systemClock,
    gateway: {
      client: (access) => createGatewayClient({ ...access, timeouts, fetch: calls.record(fetch, access) }),
      probe: (access) => probeConnection({ ...access, fetch: calls.record(fetch, access) }),
      toModel,
    },
    calls,
    sandbox: {
      start: async () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }),
      onExit: () => undefined,
      stop: async () => undefined,
    },
    describeError: toAppError,
    log: () => undefined,
  };
}
