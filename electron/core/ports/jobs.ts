/** The files and tables that jobs and the library need; `ports.ts` has the rest. */
import type { Job, JobPage, JobPart } from '../../../shared/jobs';
import type {
  MediaFacts,
  MediaItem,
  MediaOrigin,
  MediaPage,
  ResultKind,
  TrashPage,
  Undecoded,
} from '../../../shared/media';
import type { ModalityId } from '../../../shared/modalities';
import type {
  AccountBalance,
  CallOptions,
  GatewayClient,
  ReportedCost,
  ResultFacts,
} from '../../gateway/types';

/** Where a job's files are saved and how they are named: the settings at the time the job was created. */
export interface Destination {
  readonly folder: string;
  readonly fileNameTemplate: string;
}

export interface NewJob
  extends Pick<
    Job,
    | 'id'
    | 'modality'
    | 'profileId'
    | 'model'
    | 'prompt'
    | 'parameters'
    | 'extra'
    | 'createdAt'
    | 'status'
    | 'owner'
  > {
  readonly destination: Destination;
  readonly isForeign: boolean;
  readonly remoteId: string | null;
  readonly parts: readonly (Pick<JobPart, 'start' | 'end'> & { readonly idempotencyKey: string })[];
}

/** What a job needs to run, and windows don’t show. */
export interface JobInternals {
  readonly destination: Destination;
  readonly hasResult: boolean;
  /** Result addresses from the response. Those of a remote job expire, so they are requested again. */
  readonly outputUrls: readonly string[];
  readonly partKeys: readonly string[];
  /** What the gateway says of each result, in their order; may be shorter than the list of results. */
  readonly resultFacts: readonly ResultFacts[];
}

export type JobPatch = Partial<
  Pick<
    Job,
    | 'status'
    | 'remoteStatus'
    | 'remoteId'
    | 'progress'
    | 'finishedAt'
    | 'mayStillCharge'
    | 'requestId'
    | 'error'
    | 'isDismissed'
    | 'modality'
  > &
    Pick<JobInternals, 'hasResult' | 'outputUrls' | 'destination' | 'resultFacts'>
>;

export interface JobFilter {
  readonly modality: ModalityId | null;
  readonly dismissed: boolean;
}

/** Stored jobs; `checks` is always `null` here, since polls are not stored. */
export interface JobStore {
  insert(job: NewJob): void;
  get(id: string): Job | undefined;
  internals(id: string): JobInternals;
  update(id: string, patch: JobPatch): void;
  updatePart(id: string, index: number, patch: Pick<JobPart, 'status' | 'error'>): void;
  page(filter: JobFilter, cursor: string | null, limit: number): JobPage;
  unfinished(): Job[];
  /** Those that save what came with a chat reply, oldest first. */
  ofMessage(messageId: string): readonly Job[];
  byRemoteId(profileId: string, remoteId: string): Job | undefined;
}

export interface MediaFilter {
  readonly kind?: ResultKind;
  readonly model?: string;
  /** Milliseconds since the epoch; both bounds are inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly starred?: boolean;
  /** Words in the prompt, the model id or the file name. */
  readonly query?: string;
}

export interface NewMedia extends SavedFile {
  readonly id: string;
  readonly position: number;
  readonly origin: MediaOrigin;
}

export interface MediaPlace {
  readonly folder: string;
  readonly fileName: string;
}

export interface MediaStore {
  insert(media: NewMedia): void;
  get(id: string): MediaItem | undefined;
  place(id: string): MediaPlace | undefined;
  /** Whether another result than `id` has that name there, also where its file is gone. */
  isPlaceTaken(place: MediaPlace, id?: string): boolean;
  page(filter: MediaFilter, cursor: string | null, limit: number): MediaPage;
  models(): readonly string[];
  positionsOf(jobId: string): readonly number[];
  update(
    id: string,
    patch: {
      isStarred?: boolean;
      isMissing?: boolean;
      hasThumbnail?: boolean;
      undecoded?: Undecoded;
      kind?: ResultKind;
      fileName?: string;
    },
  ): void;
  /** Whether the facts of its file were read by a version that read less. */
  hasOldFacts(id: string): boolean;
  /** Replaces the facts of its file, except that it could not be decoded. */
  describe(id: string, facts: FileDescription): void;
  /** Hides items until they are restored or purged. */
  setRemoved(ids: readonly string[], at: number | null): void;
  /** Hidden items, what was hidden last first. */
  trash(cursor: string | null, limit: number): TrashPage;
  /** Ids of items removed at or before that time. */
  removedBefore(at: number): readonly string[];
  isRemoved(id: string): boolean;
  /** Takes a hidden item out of the trash, before its file is deleted for good; it can't be restored from then on. */
  beginDeletion(id: string): void;
  isBeingDeleted(id: string): boolean;
  /** Deletes the row of an item for good. */
  forget(id: string): void;
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
  readonly destination: Destination;
  readonly origin: MediaOrigin;
  readonly signal: AbortSignal;
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
}

/** The files themselves. Every method throws an `AppError` that says what is wrong with the disk or the bytes. */
export interface MediaFiles {
  /** Writes to a temporary file, checks the bytes, embeds the origin, then renames the file. */
  save(request: SaveRequest): Promise<SavedFile>;
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
   * Joins the parts, in order, into one file.
   * @throws AppError `invalid_input` where they can't be one: the type, another format in one of them, a broken one
   */
  joinParts(
    jobId: string,
    count: number,
    request: Omit<SaveRequest, 'source' | 'declaredBytes'>,
  ): Promise<SavedFile>;
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
  /** Creates the thumbnail of an image. Never throws. */
  makeThumbnail(id: string, place: MediaPlace): Promise<ThumbnailOutcome>;
  exists(place: MediaPlace): Promise<boolean>;
  /** Reads the facts of a file again; what can't be read is unknown. Never throws. */
  describe(place: MediaPlace, contentType: string): Promise<FileDescription>;
  /**
   * The path of a copy of a file that browsers show or play otherwise than it says, such as a photo that they don't
   * turn; `null` where it needs none, or none can be made. It lasts until the app is started again.
   */
  shownCopy(id: string, place: MediaPlace, contentType: string): Promise<string | null>;
  /** The origin embedded in a file, which may come from anywhere; `null` if there is none. Never throws. */
  readOrigin(bytes: Uint8Array): Promise<MediaOrigin | null>;
  /**
   * @param commit stores the new name. The file has both names until then, and keeps the old one if this throws.
   * @returns the final name, which differs from the requested one if that was taken.
   */
  rename(place: MediaPlace, fileName: string, commit: (fileName: string) => void): Promise<string>;
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
  exportPath(exportId: string): string;
  /** Never throws. */
  dropExport(exportId: string): Promise<void>;
  /** The folder for results until the user chooses one. */
  defaultFolder(): string;
  /** Creates the folder if it is missing. @throws AppError `invalid_input` if it isn't writable. */
  checkFolder(folder: string): Promise<void>;
  /** Deletes incomplete files that a crash left behind. */
  tidy(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** The absolute path. Throws if it would be outside the folder. */
  pathOf(place: MediaPlace): string;
  thumbnailPath(id: string): string;
}

/** Of what is stored for a job: `results` are those that were paid for and have arrived, without partial downloads. */
export type NeededParts = 'all' | 'results' | 'none';

export interface DownloadedResult {
  /** As declared. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  /** By which a later request can go on with it; `null` where it can't. */
  readonly validator: string | null;
  /** The place of the first of the pieces. */
  readonly fromByte: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The client, and the download of results that a response only links to. The key is sent to the gateway alone. */
export interface MediaGateway extends GatewayClient {
  /** What is left in the account, in dollars; `null` where the gateway tells it in no call of its own. Free. */
  balance?(options?: CallOptions): Promise<Pick<AccountBalance, 'remaining' | 'used'> | null>;
  /** What one earlier call cost; `null` where the gateway doesn't tell. Free. */
  generationCost?(id: string, options?: CallOptions): Promise<ReportedCost | null>;
  download(
    url: string,
    options: { readonly signal: AbortSignal; readonly begun?: BegunDownload },
  ): Promise<DownloadedResult>;
}
