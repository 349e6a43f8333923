/** Images to be sent along with a message. */
import { z } from 'zod';
import { laterLimits } from '../calls/later-limits';
import { limits } from '../limits';
import { type DocumentReading, fileWays } from '../media/documents';
import type { AddedFile } from '../media/files';
import { answers, id } from './spec';

const name = z.string().trim().min(1).max(limits.attachmentNameCharacters);

const attachmentId = z.string().regex(/^[0-9a-f]{64}$/, 'is not the id of an attached image');

/** Uses of stored images, in their order. */
export const attachmentRefs = z
  .array(z.strictObject({ id: attachmentId, name, way: z.enum(fileWays).optional() }))
  .max(limits.attachmentsOfMessage);

/** Text, images, or both; never neither. */
export const saysSomething = ({
  text,
  attachments = [],
}: {
  text: string;
  attachments?: readonly unknown[];
}) => text !== '' || attachments.length > 0;
export const nothingSaid = { path: ['text'], message: 'is empty' };

export const attachmentsCommands = {
  /**
   * Stores an image without its metadata, once however often it is added. Nothing uses it yet: a draft, a message or the
   * queue may.
   */
  'attachments.add': answers<AddedFile>()(() =>
    z.strictObject({ name, base64: z.base64().max(laterLimits.attachmentBase64Characters) }),
  ),
  /** The same with an image from the library, which may change or be deleted without the message losing it. */
  'attachments.addFromLibrary': answers<AddedFile>()(() => z.strictObject({ mediaId: id })),
  /**
   * Reads a document that was added, for what can be sent of it: `null` where its type holds no text. Its text begins with
   * what is sent first. With `isFirst` only the first page is read, and nothing is kept; otherwise the facts are kept with
   * the file.
   */
  'attachments.read': answers<DocumentReading | null>()(() =>
    z.strictObject({ id: attachmentId, isFirst: z.boolean().optional() }),
  ),
};
