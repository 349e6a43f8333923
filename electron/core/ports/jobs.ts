/** What jobs and the library need of the world, besides `ports.ts`. */
import type { Job, JobPage, JobPart } from '../../../shared/jobs';
import type { MediaItem, MediaOrigin, MediaPage } from '../../../shared/media';
import type { MediaKind, ModalityId } from '../../../shared/modalities';
import type { GatewayClient } from '../../gateway/types';

/** Where a job's files go and how they are named: the settings as they were when it was made. */
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

/** What the engine needs beyond what a window sees. */
export interface JobInternals {
  readonly destination: Destination;
  readonly hasResult: boolean;
  /** Addresses of results that came with the answer; a remote job's are asked for again, since they expire. */
  readonly outputUrls: readonly string[];
  readonly partKeys: readonly string[];
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
  > &
    Pick<JobInternals, 'hasResult' | 'outputUrls'>
>;

export interface JobFilter {
  readonly modality: ModalityId | null;
  readonly dismissed: boolean;
}

/** Jobs as they are kept; `checks` is always `null` here, since looks are not kept. */
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
  readonly kind?: MediaKind;
  readonly model?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly from?: number;
  readonly to?: number;
  readonly starred?: boolean;
  /** Words of the prompt, the model or the file's name. */
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
  page(filter: MediaFilter, cursor: string | null, limit: number): MediaPage;
  models(): readonly string[];
  positionsOf(jobId: string): readonly number[];
  update(
    id: string,
    patch: { isStarred?: boolean; isMissing?: boolean; hasThumbnail?: boolean; fileName?: string },
  ): void;
  /** Hides items until they are restored or purged. */
  setRemoved(ids: readonly string[], at: number | null): void;
  /** Items removed before then. */
  removedBefore(at: number): readonly string[];
  isRemoved(id: string): boolean;
  /** Deletes the row of an item for good. */
  forget(id: string): void;
}

export type Bytes = AsyncIterable<Uint8Array> | Uint8Array;

export interface SavedFile extends MediaPlace {
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

export interface SaveRequest {
  readonly source: Bytes;
  /** As declared by whoever sent it; a shorter body is a cut one. */
  readonly declaredBytes: number | null;
  readonly kind: MediaKind;
  readonly destination: Destination;
  readonly origin: MediaOrigin;
  readonly signal: AbortSignal;
}

/** The files themselves. Every method throws an `AppError` that says what is wrong with the disk or the bytes. */
export interface MediaFiles {
  /** Streams to a temporary name, checks the bytes, writes the origin into the file, then gives it its name. */
  save(request: SaveRequest): Promise<SavedFile>;
  /** Keeps what came of one call until the job's files are saved: a part of a longer text, or a result as it came. */
  savePart(
    jobId: string,
    index: number,
    request: Pick<SaveRequest, 'source' | 'declaredBytes' | 'kind' | 'signal'>,
  ): Promise<void>;
  /** The parts in order as one file. */
  joinParts(
    jobId: string,
    count: number,
    request: Omit<SaveRequest, 'source' | 'declaredBytes'>,
  ): Promise<SavedFile>;
  /** What was kept. @throws AppError `not_found` where it is gone */
  openPart(jobId: string, index: number): Promise<Pick<SaveRequest, 'source' | 'declaredBytes'>>;
  dropParts(jobId: string): Promise<void>;
  /** Makes a small picture of an image; false where it cannot. */
  makeThumbnail(id: string, place: MediaPlace): Promise<boolean>;
  exists(place: MediaPlace): Promise<boolean>;
  /** What stands inside a file of whatever origin; `null` where it does not tell. Never throws. */
  readOrigin(bytes: Uint8Array): Promise<MediaOrigin | null>;
  /**
   * @param commit takes the name down; the file has both names until then, and keeps the old one where it throws
   * @returns the name it got, which differs where the one asked for was taken.
   */
  rename(place: MediaPlace, fileName: string, commit: (fileName: string) => void): Promise<string>;
  /** Out of sight, but not gone; `restore` undoes it. */
  putAside(id: string, place: MediaPlace): Promise<void>;
  /**
   * @param commit takes down another name, where its own is taken, before the file is moved
   * @returns the name it got back.
   */
  restore(id: string, place: MediaPlace, commit: (fileName: string) => void): Promise<string>;
  purge(id: string): Promise<void>;
  /** Of every file that was put aside and neither restored nor purged. */
  asideIds(): Promise<readonly string[]>;
  /** Copies one of the app's files to a place of the person's; what is there already is replaced. */
  copyTo(path: string, destination: string): Promise<void>;
  /** Packs files into the archive that `exportPath` names. */
  zip(files: readonly MediaPlace[], exportId: string): Promise<void>;
  exportPath(exportId: string): string;
  /** Where results go as long as the person has not chosen. */
  defaultFolder(): string;
  /** Makes the folder where it is not there. @throws AppError `invalid_input` where it cannot be written. */
  checkFolder(folder: string): Promise<void>;
  /** Removes what a crash left half-written. */
  tidy(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** Absolute; refuses to leave the folder. */
  pathOf(place: MediaPlace): string;
  thumbnailPath(id: string): string;
}

export interface DownloadedResult {
  readonly sizeBytes: number | null;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The client and the way to fetch what its replies only point at; the key goes to the gateway alone. */
export interface MediaGateway extends GatewayClient {
  download(url: string, options: { readonly signal: AbortSignal }): Promise<DownloadedResult>;
}
