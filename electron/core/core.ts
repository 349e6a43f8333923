import type { AppEvent, Notice, Snapshot } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import type { LocatedFile } from './library/library';
import type { OpenTarget } from './opening/opening';

export interface CoreOptions {
  readonly version: string;
  readonly host: Snapshot['host'];
  /** Notices from the start, such as a database that was set aside. */
  readonly notices: readonly Notice[];
  /** When the first window is there, where there is one: what it doesn't need to appear begins then. */
  readonly shown?: Promise<unknown>;
  /** Of a command, which spends only for what it was asked: work that an earlier run left unfinished waits for the app. */
  readonly leavesWork?: boolean;
}

/** The app without a host; `electron/hosts` connects it to windows. */
export interface Core {
  /** Checks the input against the contract and runs the command; never throws. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>;
  /** Shows a notice that only the host can know of, such as a window that crashed. */
  notify(notice: Notice): void;
  /** Shows a file or link that the system asked to open; nothing happens before the person confirms it. */
  open(target: OpenTarget): void;
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** The file behind a media id, for the host to serve; `null` where there is none. */
  locate(id: string, part: 'file' | 'thumbnail'): LocatedFile | null;
  /** The path of a copy to show or play in place of a media file; `null` where the file itself is. */
  shownCopy(id: string): Promise<string | null>;
  /** The path of an archive that `media.export` wrote; the host checks that it exists. */
  exportPath(exportId: string): string;
  /** Stores an archive that a window uploads, to be inspected and imported by its id; never throws. */
  receiveArchive(pieces: AsyncIterable<Uint8Array>): Promise<Envelope<{ archiveId: string }>>;
  /** Ends every stream (what had arrived is stored) and closes the database. */
  close(): Promise<void>;
}
