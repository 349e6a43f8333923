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
