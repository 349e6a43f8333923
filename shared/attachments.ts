/** Images that go to a model together with a message. */
import type { Model } from './models';

/** An image as the app keeps it: one file, however often it is used. */
export interface Attachment {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly id: string;
  /** What the person knows it by. */
  readonly name: string;
  /** By its bytes, never by its name. */
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly hasThumbnail: boolean;
}

/** A use of an image that is kept already. */
export type AttachmentRef = Pick<Attachment, 'id' | 'name'>;

export const toRefs = (attachments: readonly Attachment[]): AttachmentRef[] =>
  attachments.map(({ id, name }) => ({ id, name }));

/**
 * Whether a model takes images; one whose capabilities are not told, or that is not in the catalogue, is given the
 * benefit of the doubt: its gateway decides.
 */
export const takesImages = (model: Pick<Model, 'capabilities'> | undefined): boolean =>
  model === undefined ||
  model.capabilities === null ||
  model.capabilities.input.length === 0 ||
  model.capabilities.input.includes('image');
