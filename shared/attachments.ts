/** Images that are sent to a model together with a message. */
import type { Model } from './models';

/** A stored image: one file, however often it is used. */
export interface Attachment {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly id: string;
  /** The name shown to you. */
  readonly name: string;
  /** By its bytes, never by its name. */
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly hasThumbnail: boolean;
}

/**
 * What is removed from an image when it is attached: `photo` is where, with what and by whom it was taken, `text` is
 * any other text or data in the file.
 */
export type RemovedMetadata = 'photo' | 'text';

/** The answer to attaching an image. */
export interface AddedAttachment extends Attachment {
  /** Absent where the file held nothing to remove. */
  readonly removed?: RemovedMetadata;
}

/** A use of a stored image. */
export type AttachmentRef = Pick<Attachment, 'id' | 'name'>;

export const toRefs = (attachments: readonly Attachment[]): AttachmentRef[] =>
  attachments.map(({ id, name }) => ({ id, name }));

/**
 * Whether a model takes images. Where its capabilities are unknown, or it is not in the catalogue, the answer is yes:
 * its gateway decides.
 */
export const takesImages = (model: Pick<Model, 'capabilities'> | undefined): boolean =>
  model === undefined ||
  model.capabilities === null ||
  model.capabilities.input.length === 0 ||
  model.capabilities.input.includes('image');
