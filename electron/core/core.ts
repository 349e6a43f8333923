import type { AppEvent, Notice, Snapshot } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import type { LocatedFile } from './library/library';
import type { OpenTarget } from './opening/opening';

export interface CoreOptions {
  readonly version: string;
  readonly host: Snapshot['host'];
  /** What the start already has to tell, such as a database that was set aside. */
  readonly notices: readonly Notice[];
}

/** The app without a host: what `electron/hosts` carry to a window. */
export interface Core {
  /** Checks the input against the contract, then answers; never throws. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>;
  /** Shows a notice that only the host can know of, such as a window that crashed. */
  notify(notice: Notice): void;
  /** Shows a file or link that the system asked to open; nothing happens before the person confirms it. */
  open(target: OpenTarget): void;
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** The file behind a media id, for the host to serve; `null` where there is none. */
  locate(id: string, part: 'file' | 'thumbnail'): LocatedFile | null;
  /** Where `media.export` put an archive; the host checks that it is there. */
  exportPath(exportId: string): string;
  /** Keeps an archive that a window hands over, to be looked at and imported by its id; never throws. */
  receiveArchive(pieces: AsyncIterable<Uint8Array>): Promise<Envelope<{ archiveId: string }>>;
  /** Ends every stream (what had arrived is stored) and closes the database. */
  close(): Promise<void>;
}
