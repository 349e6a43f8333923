/**
 * Connects the core's ports to the real database, files, keychain and network. Both hosts open the app through this one
 * function, so that Electron and the browser run the same app.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Notice, Snapshot } from '../shared/contract';
import type { LocalPort } from '../shared/local-servers';
import type { SpellLanguage } from '../shared/spelling';
import type { Core } from './core/core';
import { createCore } from './core/create-core';
import type { Clock } from './core/ports/clock';
import type { DiagnosticsPort } from './core/ports/diagnostics';
import type { GatewayAccess, SandboxPort } from './core/ports/gateway';
import type { Keychain } from './core/ports/keychain';
import type { MediaPlace } from './core/ports/media-files';
import type { Ports, Question } from './core/ports/ports';
import type { Storage } from './core/ports/storage';
import type { UpdaterPort } from './core/ports/updater';
import { createGatewayClient } from './gateway/client';
import { moneyOfGateway } from './gateway/dialects/money';
import { wordingOf } from './gateway/dialects/wording';
import { createAnswerListeners } from './gateway/http/answer-listeners';
import type { Timeouts } from './gateway/http/call';
import { createRefusedFields } from './gateway/http/refused-fields';
import { createNetworks } from './gateway/network/networks';
import { proxyOfEnvironment } from './gateway/network/system-proxy';
import { findLocalServers } from './gateway/operations/find-local';
import { probeConnection } from './gateway/operations/probe';
import { toModel } from './gateway/parse/catalogue';
import { toAppError } from './gateway/parse/error';
import { createCallRecorder } from './gateway/record/recorder';
import type { FetchLike, ResultNetwork } from './gateway/types/call';
import { type RunningSandbox, startSandbox } from './sandbox/start';
import { startNotices } from './start-notices';
import { createDatabaseThread } from './storage/backup/database-thread';
import { isDamage } from './storage/db/storage-error';
import { createKeychain } from './storage/keychain';
import { createMediaFiles } from './storage/media/library-files';
import { createStoredFiles } from './storage/media/stored-files';
import type { StartHelper } from './storage/media/thumbnail-helper';
import { createThumbnailer, type Thumbnailer } from './storage/media/thumbnailer';
import { createMediaTools } from './storage/media/tools';
import { startStorage } from './storage/storage';
import { systemClock } from './system-clock';

export interface OpenOptions {
  /** The data folder; it exists and is writable. */
  readonly home: string;
  readonly host: Snapshot['host'];
  /** All HTTP of the app goes through this. */
  readonly fetch: FetchLike;
  /** How names are resolved and results are downloaded; Node's way by default. */
  readonly network?: ResultNetwork;
  /** The system's way to an address, such as `PROXY proxy.example:8080; DIRECT`; that of the environment by default. */
  readonly systemProxy?: (url: URL) => Promise<string>;
  readonly version: string;
  /** The built worker of the Sandbox; the other workers are built beside it. */
  readonly sandboxEntry: URL;
  readonly log: (line: string) => void;
  /** The folder for results until you choose one; by default a folder in the data folder. */
  readonly mediaFolder?: string;
  /** Shows a file in the system's file manager, where the host has one. */
  readonly reveal?: (path: string) => void;
  /** Asks where to save a file, where the host has a dialog. */
  readonly chooseFile?: (suggestedName: string) => Promise<string | null>;
  /** Continues a drag outside the window, where the host can. */
  readonly drag?: (paths: readonly string[], thumbnail: string | null) => void;
  /** Notices the host already has, such as a sandbox that is off. */
  readonly notices?: readonly Notice[];
  /** When the first window is there, where the host has windows: the Sandbox starts then. */
  readonly shown?: Promise<unknown>;
  /** Logs and crashes, where the host keeps them. */
  readonly diagnostics?: DiagnosticsPort;
  /** Asks the person for an archive, where the host has a dialog for it. */
  readonly openFile?: () => Promise<string | null>;
  /** The languages with a dictionary on this computer, where the host checks spelling. */
  readonly spellLanguages?: () => readonly SpellLanguage[];
  /** Shows a place of the app in a window of its own, where the host has windows. */
  readonly openPlace?: (place: string) => void;
  /** Asks the person for a folder, where the host has a dialog for it. */
  readonly chooseFolder?: (current: string) => Promise<string | null>;
  /** Asks the person in a dialog that no page can answer, where the host has one. */
  readonly confirm?: (question: Question) => Promise<boolean>;
  /** New versions of the program, where the host has them. */
  readonly updater?: UpdaterPort;
  /** How the process is started that decodes images; as Node does it by default. */
  readonly startHelper?: StartHelper;
}

const KEYCHAIN_SERVICE = 'Gatehouse';

/**
 * Opens the app on a data folder.
 * @throws AppError `busy` where another Gatehouse uses the folder; `storage_full`, `storage_readonly` or
 * `storage_failed` where it can't be used.
 */
export async function openGatehouse(options: OpenOptions): Promise<Core> {
  try {
    return await openOnce(options);
  } catch (error) {
    // Damage that only the core found has been noted by now, and this start repairs it.
    if (!isDamage(error)) throw error;
    return await openOnce(options);
  }
}

async function openOnce(options: OpenOptions): Promise<Core> {
  const { home, host, version } = options;
  const thread = createDatabaseThread(new URL('./database-worker.js', options.sandboxEntry));
  const { storage, repair, restore } = await startStorage(home, Date.now(), thread, {
    archiveWorker: () => new URL('./archive-worker.js', options.sandboxEntry),
    version,
  });
  const thumbnailer = createThumbnailer({
    entry: new URL('./thumbnail-worker.js', options.sandboxEntry),
    ...(options.startHelper && { start: options.startHelper }),
  });
  const ports = createPorts({
    ...options,
    storage,
    keychain: createKeychain(KEYCHAIN_SERVICE),
    sandbox: sandboxPort(options.sandboxEntry, home),
    thumbnailer,
    pacEntry: new URL('./pac-worker.js', options.sandboxEntry),
  });
  try {
    return createCore(ports, {
      version,
      host,
      shown: options.shown,
      notices: [...startNotices(repair, restore), ...(options.notices ?? [])],
    });
  } catch (error) {
    await Promise.all([ports.sandbox.stop(), ports.files.close()]);
    storage.close();
    throw error;
  }
}

/** What the ports are made from, in addition to what the host provides. */
export interface World
  extends Pick<
    OpenOptions,
    | 'home'
    | 'fetch'
    | 'network'
    | 'systemProxy'
    | 'log'
    | 'diagnostics'
    | 'mediaFolder'
    | 'reveal'
    | 'chooseFile'
    | 'drag'
    | 'openFile'
    | 'chooseFolder'
    | 'openPlace'
    | 'spellLanguages'
    | 'updater'
    | 'confirm'
  > {
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly sandbox: SandboxPort;
  readonly thumbnailer: Pick<Thumbnailer, 'make'> & Partial<Thumbnailer>;
  /** The built `pac-worker`, which runs the scripts that choose proxies. */
  readonly pacEntry: string | URL;
  /** How long a gateway may take; the client's own limits by default. */
  readonly timeouts?: Partial<Timeouts>;
  /** The computer's if left out. */
  readonly clock?: Clock;
  /** Where local servers are looked for; their usual ports where left out. */
  readonly localPorts?: readonly LocalPort[];
}

/** The core's ports on real files, a real database and real HTTP; tests open the core through it too. */
export function createPorts(world: World): Ports {
  const { home, storage, keychain, sandbox, thumbnailer, log, clock = systemClock } = world;
  const tools = createMediaTools(thumbnailer.make, thumbnailer.upright);
  const { calls, gateway } = gatewayPorts(world);
  return {
    clock,
    storage,
    keychain,
    gateway,
    calls,
    sandbox,
    describeError: toAppError,
    log,
    files: createMediaFiles({
      home,
      defaultFolder: world.mediaFolder ?? join(home, 'media'),
      tools,
      isListed: (place, id) => isListed(storage, place, id),
      close: thumbnailer.close,
    }),
    storedFiles: createStoredFiles({
      home,
      thumbnail: tools.thumbnail,
      ...(thumbnailer.upright && { upright: thumbnailer.upright }),
      ...(thumbnailer.convert && { convert: thumbnailer.convert }),
    }),
    diagnostics: world.diagnostics ?? null,
    reveal: world.reveal ?? null,
    chooseFile: world.chooseFile ?? null,
    drag: world.drag ?? null,
    openFile: world.openFile ?? null,
    chooseFolder: world.chooseFolder ?? null,
    openPlace: world.openPlace ?? null,
    spellLanguages: world.spellLanguages ?? null,
    updater: world.updater ?? null,
    confirm: world.confirm ?? null,
  };
}

/** Where the database can't be read, the row of the new result can't be stored either, and is tried again. */
function isListed({ media }: Storage, place: MediaPlace, id?: string): boolean {
  try {
    return media.isPlaceTaken(place, id);
  } catch {
    return false;
  }
}

/** Every call of every client goes through the recorder, which feeds the inspector. */
function gatewayPorts({
  fetch,
  network,
  timeouts,
  systemProxy,
  pacEntry,
  ...world
}: World): Pick<Ports, 'calls' | 'gateway'> {
  const { now, newId } = systemClock;
  const calls = createCallRecorder({ now, newId, monotonic: () => performance.now() });
  const refusedFields = createRefusedFields();
  const answers = createAnswerListeners();
  const systems = systemProxy ?? (async (url) => proxyOfEnvironment(process.env, url));
  const networks = createNetworks(systems, pacEntry);
  const client = ({ network: way, ...access }: GatewayAccess) => {
    const own = networks.of(access.baseUrl, way);
    const results = own?.results ?? network;
    return createGatewayClient({
      ...access,
      refusedFields,
      onAnswered: (answered) => answers.tell({ ...answered, profileId: access.profileId }),
      timeouts,
      fetch: calls.record(own?.fetch ?? fetch, access),
      network: results && { ...results, fetch: results.fetch && calls.record(results.fetch, access) },
    });
  };
  const probe = ({ network: way, ...access }: GatewayAccess) => {
    const own = networks.of(access.baseUrl, way);
    return probeConnection({ ...access, fetch: calls.record(own?.fetch ?? fetch, access), way: own });
  };
  const searched = { profileId: 'local-servers', apiKey: '', baseUrl: 'http://127.0.0.1' };
  const findLocal = () => findLocalServers(calls.record(fetch, searched), world.localPorts);
  const { onDropped: onDroppedField } = refusedFields;
  const money = ({ baseUrl, gateway }: Pick<GatewayAccess, 'baseUrl' | 'gateway'>) =>
    moneyOfGateway(baseUrl, gateway);
  return {
    calls,
    gateway: {
      client,
      probe,
      findLocal,
      wording: wordingOf,
      toModel,
      money,
      checkNetwork: networks.check,
      onDroppedField,
      onAnswered: answers.on,
    },
  };
}

/** The key is generated at every start and never leaves this process and its worker. */
function sandboxPort(entry: URL, home: string): SandboxPort {
  const listeners = new Set<() => void>();
  let starting: Promise<RunningSandbox> | null = null;
  let isStopped = false;
  return {
    async start() {
      // The core may have failed while the start was waiting for a window.
      if (isStopped) throw new Error('The app is closing');
      const apiKey = `sandbox-${randomBytes(24).toString('base64url')}`;
      starting = startSandbox({ entry, dataDir: join(home, 'sandbox'), apiKey });
      const running = await starting;
      running.onExit(() => {
        for (const listener of listeners) listener();
      });
      return { baseUrl: running.baseUrl, apiKey };
    },
    onExit: (listener) => listeners.add(listener),
    async stop() {
      isStopped = true;
      const running = await starting?.catch(() => null);
      await running?.stop();
    },
  };
}
