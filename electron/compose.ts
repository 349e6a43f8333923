/**
 * Connects the core's ports to the real database, files, keychain and network. Both hosts open the app through this one
 * function, so that Electron and the browser run the same app.
 */
import { join } from 'node:path';
import type { Notice, Snapshot } from '../shared/contract';
import type { Core } from './core/core';
import { createCore } from './core/create-core';
import { readersFirst } from './core/judging/readers-first';
import type { Clock } from './core/ports/clock';
import type { DocumentReader } from './core/ports/documents';
import type { RunFunction } from './core/ports/functions';
import type { SandboxPort } from './core/ports/gateway';
import { abilitiesOf, type HostAbilities } from './core/ports/host-abilities';
import type { Keychain } from './core/ports/keychain';
import type { MediaPlace } from './core/ports/media-files';
import type { Ports } from './core/ports/ports';
import type { Storage } from './core/ports/storage';
import { countTokens, splitTokens } from './count-tokens';
import { createRunFunction } from './functions/run-function';
import { toAppError } from './gateway/parse/error';
import { type GatewayWorld, gatewayPorts, sandboxPort } from './gateway-ports';
import { readLaterCode } from './later-code';
import { laterReaders, loadReaders } from './later-readers';
import { startNotices } from './start-notices';
import { createDatabaseThread } from './storage/backup/database-thread';
import { isDamage } from './storage/db/storage-error';
import { createDocumentReader } from './storage/documents/document-reader';
import { createKeychain } from './storage/keychain';
import { createMediaTools } from './storage/media/later-formats';
import { createMediaFiles } from './storage/media/library-files';
import { createStoredFiles } from './storage/media/stored-files';
import type { StartHelper } from './storage/media/thumbnail-helper';
import { createThumbnailer, type Thumbnailer } from './storage/media/thumbnailer';
import { startStorage } from './storage/storage';
import { systemClock } from './system-clock';
import { templateCode } from './template-code';
import { testPattern, withinMoment } from './test-pattern';

export interface OpenOptions
  extends Partial<HostAbilities>,
    Pick<GatewayWorld, 'fetch' | 'network' | 'systemProxy'> {
  /** The data folder; it exists and is writable. */
  readonly home: string;
  readonly host: Snapshot['host'];
  readonly version: string;
  /** The built worker of the Sandbox; the other workers are built beside it. */
  readonly sandboxEntry: URL;
  readonly log: (line: string) => void;
  /** The folder for results until you choose one; by default a folder in the data folder. */
  readonly mediaFolder?: string;
  /** Notices the host already has, such as a sandbox that is off. */
  readonly notices?: readonly Notice[];
  /** When the first window is there, where the host has windows: the Sandbox starts then. */
  readonly shown?: Promise<unknown>;
  /** Work that an earlier run left unfinished waits for the app: a command spends only for what it was asked. */
  readonly leavesWork?: boolean;
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
  const documents = createDocumentReader({
    entry: new URL('./document-worker.js', options.sandboxEntry),
    ...(options.startHelper && { start: options.startHelper }),
  });
  const ports = createPorts({
    ...options,
    documents,
    storage,
    keychain: createKeychain(KEYCHAIN_SERVICE),
    sandbox: sandboxPort(options.sandboxEntry, home),
    thumbnailer,
    pacEntry: new URL('./pac-worker.js', options.sandboxEntry),
    runFunction: createRunFunction(new URL('./function-worker.js', options.sandboxEntry)),
  });
  try {
    await readersFirst(ports);
    const core = createCore(ports, {
      version,
      host,
      shown: options.shown,
      leavesWork: options.leavesWork ?? false,
      notices: [...startNotices(repair, restore), ...(options.notices ?? [])],
    });
    void readLaterCode();
    return core;
  } catch (error) {
    await Promise.all([ports.sandbox.stop(), ports.files.close()]);
    storage.close();
    throw error;
  }
}

/** What the ports are made from, in addition to what the host provides. */
export interface World
  extends Partial<HostAbilities>,
    GatewayWorld,
    Pick<OpenOptions, 'home' | 'log' | 'mediaFolder'> {
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly sandbox: SandboxPort;
  readonly thumbnailer: Pick<Thumbnailer, 'make'> & Partial<Thumbnailer>;
  /** One that reads nothing if left out. */
  readonly documents?: DocumentReader;
  readonly runFunction: RunFunction;
  /** The computer's if left out. */
  readonly clock?: Clock;
}

/** The core's ports on real files, a real database and real HTTP; tests open the core through it too. */
export function createPorts(world: World): Ports {
  const { home, storage, keychain, sandbox, thumbnailer, log, clock = systemClock } = world;
  const tools = createMediaTools(thumbnailer.make, thumbnailer);
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
      thumbnail: (source, destination) => tools.thumbnail(source, destination).then(() => true),
      ...(thumbnailer.upright && { upright: thumbnailer.upright }),
      ...(thumbnailer.convert && { convert: thumbnailer.convert }),
      ...(thumbnailer.fit && { fit: thumbnailer.fit }),
    }),
    documents: world.documents ?? noDocuments,
    countTokens,
    splitTokens,
    testPattern,
    withinMoment,
    loadReaders,
    templateCode,
    ...laterReaders,
    runFunction: world.runFunction,
    ...abilitiesOf(world),
  };
}

const noDocuments: DocumentReader = {
  text: async () => ({ unread: 'missing' }),
  images: async () => ({ unread: 'missing' }),
};

/** Where the database can't be read, the row of the new result can't be stored either, and is tried again. */
function isListed({ media }: Storage, place: MediaPlace, id?: string): boolean {
  try {
    return media.isPlaceTaken(place, id);
  } catch {
    return false;
  }
}
