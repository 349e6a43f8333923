/**
 * The core's interfaces to clock, disk, network, keychain and host. `electron/compose.ts` provides them, so the core
 * runs unchanged on any host, and tests can pass their own clock, folder or gateway.
 */
import type { AppErrorData } from '../../../shared/errors';
import type { SpellLanguage } from '../../../shared/spelling';
import type { CallFeed } from '../../gateway/types/call';
import type { Clock } from './clock';
import type { DiagnosticsPort } from './diagnostics';
import type { GatewayPort, SandboxPort } from './gateway';
import type { Keychain } from './keychain';
import type { MediaFiles } from './media-files';
import type { Storage } from './storage';
import type { StoredFiles } from './stored-files';
import type { UpdaterPort } from './updater';

/** A question of the core to the person. */
export interface Question {
  /** What is about to happen, as a sentence. */
  readonly message: string;
  /** What it means, and when to agree. */
  readonly detail: string;
  /** The label of the button that agrees; a verb. */
  readonly action: string;
}

export interface Ports {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly gateway: GatewayPort;
  /** All HTTP requests of the gateway clients, for the inspector. */
  readonly calls: CallFeed;
  readonly sandbox: SandboxPort;
  readonly files: MediaFiles;
  readonly storedFiles: StoredFiles;
  /** Logs and crash dumps; `null` if the host keeps none. */
  readonly diagnostics: DiagnosticsPort | null;
  /** Shows a file in the system's file manager; `null` if the host can't. */
  readonly reveal: ((path: string) => void) | null;
  /** Opens the save dialog and returns a full path, or `null` if it was cancelled. `null` if the host has no dialog. */
  readonly chooseFile: ((suggestedName: string) => Promise<string | null>) | null;
  /**
   * Continues a drag outside the window, with the thumbnail of the first file if it has one; `null` if the host can't.
   */
  readonly drag: ((paths: readonly string[], thumbnail: string | null) => void) | null;
  /** The languages with a dictionary on this computer; `null` where the host checks no spelling. */
  readonly spellLanguages: (() => readonly SpellLanguage[]) | null;
  /** Brings a window of the app to the front at a page address; `null` where the host has none. */
  readonly openPlace: ((place: string) => void) | null;
  /** Asks for a folder, starting at the given one; `null` where the host has no dialog, which answers `null` for nothing chosen. */
  readonly chooseFolder: ((current: string) => Promise<string | null>) | null;
  /** Asks for a file to read; `null` where the host has no dialog, which answers `null` for nothing chosen. */
  readonly openFile: (() => Promise<string | null>) | null;
  /**
   * Asks in a dialog of the system, which no page can answer; `null` where the host has none.
   * @returns whether the person agreed
   */
  readonly confirm: ((question: Question) => Promise<boolean>) | null;
  /** New versions of the program; `null` where the host has none. */
  readonly updater: UpdaterPort | null;
  /** Any thrown thing as the record that crosses a boundary; never holds a key. */
  readonly describeError: (error: unknown) => AppErrorData;
  /** Writes to the developer console; never receives a key, prompt or reply. */
  readonly log: (line: string) => void;
}
