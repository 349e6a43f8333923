/**
 * What the core needs of the world. Each port is given by `electron/compose.ts`, so that the core runs unchanged on any
 * host and a test can give it a clock, a folder or a gateway of its own.
 */
import type { AppErrorData } from '../../../shared/errors';
import type { SpellLanguage } from '../../../shared/spelling';
import type { CallFeed } from '../../gateway/types';
import type { AttachmentFiles } from './attachments';
import type { Clock } from './clock';
import type { DiagnosticsPort } from './diagnostics';
import type { GatewayPort, SandboxPort } from './gateway';
import type { MediaFiles } from './jobs';
import type { Keychain } from './keychain';
import type { Storage } from './storage';
import type { UpdaterPort } from './updater';

export interface Ports {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly keychain: Keychain;
  readonly gateway: GatewayPort;
  /** Every call of that gateway's clients, for the inspector. */
  readonly calls: CallFeed;
  readonly sandbox: SandboxPort;
  readonly files: MediaFiles;
  readonly attachments: AttachmentFiles;
  /** Logs and crashes; `null` where none are kept. */
  readonly diagnostics: DiagnosticsPort | null;
  /** Opens the system's file manager at a file; `null` where the host has none. */
  readonly reveal: ((path: string) => void) | null;
  /** Asks where a file is to go; answers a full path, or `null` where none was chosen. `null` where the host cannot. */
  readonly chooseFile: ((suggestedName: string) => Promise<string | null>) | null;
  /**
   * Goes on with a drag outside the window, with the first file's small picture where it has one; `null` where the host
   * cannot.
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
  /** New versions of the program; `null` where the host has none. */
  readonly updater: UpdaterPort | null;
  /** Any thrown thing as the record that crosses a boundary; never holds a key. */
  readonly describeError: (error: unknown) => AppErrorData;
  /** For the developer's console; never given a key, a prompt or a reply. */
  readonly log: (line: string) => void;
}
