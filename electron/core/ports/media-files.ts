/** The files of results, of their parts and of downloads. */
import type { FileClaim } from '../../../shared/media/claims';
import type { MediaFacts, MediaOrigin, ResultKind, Undecoded } from '../../../shared/media/media';
import type { Look } from '../../../shared/media/order';
import type { Destination } from './jobs';

export interface MediaPlace {
  readonly folder: string;
  readonly fileName: string;
}

export type Bytes = AsyncIterable<Uint8Array> | Uint8Array;

/** What a file's own bytes say about it. */
export interface FileDescription extends MediaFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

export interface SavedFile extends MediaPlace, FileDescription {
  /** By its bytes, whatever was asked for. */
  readonly kind: ResultKind;
  readonly contentType: string;
  readonly bytes: number;
}

export interface SaveRequest {
  readonly source: Bytes;
  /** The length that the server declared; a shorter body is incomplete. */
  readonly declaredBytes: number | null;
  /** The type that the reply declared, with its parameters: it says what raw samples are. */
  readonly declaredType?: string | null;
  /** Refused where it is another kind; absent where any will do. */
  readonly kind?: ResultKind;
  /** A file that ends before its own figures say is refused: `stream_cut` with `isCutFile` in its details. */
  readonly refusesCut?: boolean;
  readonly destination: Destination;
  readonly origin: MediaOrigin;
  readonly signal: AbortSignal;
  /**
   * Which result of which job it is: a file that was saved for it and has no row yet, since the app ended in between, is
   * taken instead of a second one. `settle` says that it has its row.
   */
  readonly of?: ResultKey;
}

export interface ResultKey {
  readonly jobId: string;
  readonly position: number;
}

/** A download as far as it came, and what it is part of. */
export interface BegunDownload {
  readonly url: string;
  /** A strong ETag or a date, for `If-Range`. */
  readonly validator: string;
  readonly contentType: string | null;
  /** Of the whole file; `null` where it was not declared. */
  readonly sizeBytes: number | null;
  /** That are on the disk. */
  readonly bytes: number;
  readonly isComplete: boolean;
}

export interface KeptDownload extends Omit<BegunDownload, 'bytes' | 'isComplete'> {
  /** The place of the first of the pieces; what is on the disk before it stays. */
  readonly fromByte: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** `undecoded` where the image must not be decoded anywhere else either, such as in the page. */
export interface ThumbnailOutcome {
  readonly hasThumbnail: boolean;
  readonly undecoded?: Undecoded;
  readonly look?: Look;
}

/** The files themselves. Every method throws an `AppError` that says what is wrong with the disk or the bytes. */
export interface MediaFiles {
  /** Writes to a temporary file, checks the bytes, embeds the origin, then renames the file. */
  save(request: SaveRequest): Promise<SavedFile>;
  /** The file of a result has its row. Never throws. */
  settle(of: ResultKey): void;
  /**
   * Stores the result of one request until the job's files are saved: a part of a long text, or a result as received.
   */
  savePart(
    jobId: string,
    index: number,
    request: Pick<SaveRequest, 'source' | 'declaredBytes' | 'declaredType' | 'signal'>,
  ): Promise<void>;
  /**
   * The same for a long one, written as it comes. Errors of its pieces pass through unchanged.
   * @returns `null`, or its bytes where the disk refused them
   * @throws AppError `malformed_response` where it doesn’t end within 4 GB, `storage_full` where the disk refuses more
   *   bytes than memory may hold
   */
  spoolPart(
    jobId: string,
    index: number,
    request: { readonly source: AsyncIterable<Uint8Array>; readonly declaredType: string | null },
  ): Promise<Uint8Array | null>;
  /**
   * Joins the parts, in order, into one file, and says how long each is.
   * @throws AppError `invalid_input` where they can't be one: the type, another format in one of them, a broken one
   */
  joinParts(
    jobId: string,
    count: number,
    request: Omit<SaveRequest, 'source' | 'declaredBytes'>,
  ): Promise<{ readonly file: SavedFile; readonly partsMs: readonly number[] }>;
  /** Copies stored parts of one job to another. @throws AppError `not_found` if one no longer exists */
  copyParts(fromId: string, toId: string, indexes: readonly number[]): Promise<void>;
  /** Reads a stored part. @throws AppError `not_found` if it no longer exists */
  openPart(
    jobId: string,
    index: number,
  ): Promise<Pick<SaveRequest, 'source' | 'declaredBytes' | 'declaredType'>>;
  dropParts(jobId: string): Promise<void>;
  /** Deletes what is stored for jobs and not needed, and incomplete files of earlier runs. Never throws. */
  tidyParts(neededBy: (jobId: string) => NeededParts): Promise<void>;
  /** `null` where none was kept. */
  begunDownload(jobId: string, index: number): Promise<BegunDownload | null>;
  /** Writes a download with the job's parts; where it is cut, or the app ends, what came stays there. */
  keepDownload(jobId: string, index: number, download: KeptDownload): Promise<void>;
  /** Reads a download that is complete. */
  openDownload(
    jobId: string,
    index: number,
  ): Promise<Pick<SaveRequest, 'source' | 'declaredBytes' | 'declaredType'>>;
  /** Never throws. */
  dropDownload(jobId: string, index: number): Promise<void>;
  /** The numbers of the stored parts of a job; none where they can't be read. */
  partsOnDisk(jobId: string): readonly number[];
  /** Their SHA-256, in hex: the same for the same bytes alone. */
  digest(bytes: Uint8Array): string;
  /** The hash of a file without the origin in it; `null` where it can't be read. Never throws. */
  contentDigest(place: MediaPlace, contentType: string): Promise<string | null>;
  /** Creates the thumbnail of an image. Never throws. */
  makeThumbnail(id: string, place: MediaPlace): Promise<ThumbnailOutcome>;
  exists(place: MediaPlace): Promise<boolean>;
  /** Reads the facts of a file again; what can't be read is unknown. Never throws. */
  describe(place: MediaPlace, contentType: string): Promise<FileDescription>;
  /** Whether an image has transparent pixels, and how much of a sound is silent, 0 to 1; `null` where that can't be read. */
  seenAndHeard(
    place: MediaPlace,
    contentType: string,
  ): Promise<{ readonly hasAlpha: boolean | null; readonly silence: number | null }>;
  /**
   * The path of a copy of a file that browsers show or play otherwise than it says, such as a photo that they don't
   * turn; `null` where it needs none, or none can be made. It lasts until the app is started again.
   */
  shownCopy(id: string, place: MediaPlace, contentType: string): Promise<string | null>;
  /** Forgets that copy, as its file was replaced. */
  dropShownCopy(id: string): Promise<void>;
  /**
   * Writes another file beside one, under its name with another ending; never over a file that is there.
   * @returns its name
   */
  writeBeside(place: MediaPlace, extension: string, bytes: Uint8Array): Promise<string>;
  /** The origin embedded in a file, which may come from anywhere; `null` if there is none. Never throws. */
  readOrigin(bytes: Uint8Array): Promise<MediaOrigin | null>;
  /** What an image from anywhere says of itself; nothing of it was checked. Never throws. */
  readClaims(bytes: Uint8Array): Promise<readonly FileClaim[]>;
  /**
   * @param commit stores the new name. The file has both names until then, and keeps the old one if this throws.
   * @returns the final name, which differs from the requested one if that was taken.
   */
  rename(place: MediaPlace, fileName: string, commit: (fileName: string) => void): Promise<string>;
  /**
   * Deletes a file for which there is another one now; after an end of the app on the way, the next start does.
   * @param commit makes its row name the other file. What is here stays if this throws.
   */
  replace(place: MediaPlace, commit: () => Promise<void>): Promise<void>;
  /** Moves the file to the trash; `restore` undoes it. */
  putAside(id: string, place: MediaPlace): Promise<void>;
  /**
   * @param commit stores the new name, if the old one is taken, before the file is moved
   * @returns the name after the restore.
   */
  restore(id: string, place: MediaPlace, commit: (fileName: string) => void): Promise<string>;
  purge(id: string): Promise<void>;
  /** Ids of all files in the trash. */
  asideIds(): Promise<readonly string[]>;
  /** Copies one of the app's files to a path that the user chose; an existing file there is replaced. */
  copyTo(path: string, destination: string): Promise<void>;
  /** Packs files into the archive at `exportPath`. */
  zip(files: readonly MediaPlace[], exportId: string): Promise<void>;
  /**
   * The same into the folder `files` beside a page.
   * @param pageOf writes it, from the names that the files get, which differ from the given ones where two are alike
   */
  zipPage(
    files: readonly { readonly place: MediaPlace; readonly name: string }[],
    exportId: string,
    pageOf: (names: readonly string[]) => string,
  ): Promise<void>;
  exportPath(exportId: string): string;
  /** Never throws. */
  dropExport(exportId: string): Promise<void>;
  /** The folder for results until the user chooses one. */
  defaultFolder(): string;
  /**
   * Creates the folder if it is missing.
   * @param isChosen in a dialog of the system, or in use already; another one can't be on another computer
   * @throws AppError `invalid_input` if it isn't writable
   */
  checkFolder(folder: string, isChosen: boolean): Promise<void>;
  /** Deletes incomplete files that a crash left behind. */
  tidy(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** The absolute path. Throws if it would be outside the folder. */
  pathOf(place: MediaPlace): string;
  thumbnailPath(id: string): string;
}

/** Of what is stored for a job: `results` are those that were paid for and have arrived, without partial downloads. */
export type NeededParts = 'all' | 'results' | 'none';
