/** The rows of the library. */
import type {
  MediaItem,
  MediaOrigin,
  MediaPage,
  ResultKind,
  TrashPage,
  Undecoded,
} from '../../../shared/media/media';
import type { ColorName, Look, MediaOriginKind, SettingCount, TagCount } from '../../../shared/media/order';
import type { MoneyUnit } from '../../../shared/money/money';
import type { FileDescription, MediaPlace, SavedFile } from './media-files';

export interface MediaFilter {
  readonly kind?: ResultKind;
  readonly model?: string;
  /** The id of the profile that it was made through. */
  readonly profile?: string;
  /** Milliseconds since the epoch; both bounds are inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly starred?: boolean;
  /** At least so many stars. */
  readonly rating?: number;
  readonly tag?: string;
  readonly color?: ColorName;
  /** Made from files or results, used to make others; or how it came to the library. */
  readonly origin?: MediaOriginKind;
  readonly board?: string;
  readonly setting?: { readonly name: string; readonly value: string };
  readonly cost?: { readonly unit: MoneyUnit; readonly from?: number; readonly to?: number };
  /** Only these. */
  readonly ids?: readonly string[];
  /** Only these, and those of a group beside each other. */
  readonly groups?: readonly (readonly string[])[];
  /** Words in the prompt, the model id, the file name, the note or a tag. */
  readonly query?: string;
}

export interface NewMedia extends SavedFile {
  readonly id: string;
  readonly position: number;
  readonly origin: MediaOrigin;
}

/** An image as it is compared with others. */
export interface Looked {
  readonly id: string;
  /** As in `Look`. */
  readonly likeness: string;
  readonly color: string | null;
  /** Of its width to its height, where both are known. */
  readonly ratio?: number | null;
}

/** A result of which there is another that may have the same content. */
export interface SameShaped {
  readonly id: string;
  readonly contentType: string;
  readonly bytes: number;
  /** What all files of one content have in common. */
  readonly shape: string;
}

export interface MediaStore {
  insert(media: NewMedia): void;
  get(id: string): MediaItem | undefined;
  place(id: string): MediaPlace | undefined;
  /** Whether another result than `id` has that name there, also where its file is gone. */
  isPlaceTaken(place: MediaPlace, id?: string): boolean;
  page(filter: MediaFilter, cursor: string | null, limit: number): MediaPage;
  models(): readonly string[];
  settings(): readonly SettingCount[];
  positionsOf(jobId: string): readonly number[];
  /** Its place among the results of its job. */
  positionOf(id: string): number;
  /** The row names another file from now on; all that people said of the result stays. */
  replaceFile(id: string, file: SavedFile): void;
  update(
    id: string,
    patch: {
      isStarred?: boolean;
      isMissing?: boolean;
      hasThumbnail?: boolean;
      undecoded?: Undecoded;
      kind?: ResultKind;
      fileName?: string;
      rating?: number;
      note?: string;
      tags?: readonly string[];
      look?: Look;
    },
  ): void;
  /** Every tag of the library, most used first. */
  tags(): readonly TagCount[];
  /** What the images of the library look like. */
  looked(): readonly Looked[];
  /** Those of one shape one after the other, the smallest first. */
  sameShaped(): readonly SameShaped[];
  /** Images that were not looked at yet, or by a version that noted less, the newest first. */
  unlooked(limit: number): readonly string[];
  /** Images that have no thumbnail and may get one, the newest first. */
  unseen(limit: number): readonly string[];
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
