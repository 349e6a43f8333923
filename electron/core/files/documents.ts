import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import {
  type DocumentFacts,
  type DocumentReading,
  documentLimits,
  documentTypes,
  pagedText,
  type Unread,
  unreadTexts,
} from '../../../shared/media/documents';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { DocumentText, Read } from '../ports/documents';
import type { Ports } from '../ports/ports';

/** Characters of texts that are kept in memory: a chat about one document sends it with each message. */
const KEPT_CHARACTERS = 8_000_000;

/** What may be another time otherwise is not kept with the file. */
const passing: readonly Unread[] = ['time', 'missing'];

export type Documents = ReturnType<typeof createDocuments>;

/** Reads documents so that models get them as text or as images; each is read once, and again after a restart. */
export function createDocuments({
  storage,
  storedFiles,
  documents,
}: Pick<Ports, 'storage' | 'storedFiles' | 'documents'>) {
  const readings = new Map<string, Promise<Read<DocumentText>>>();
  const sizes = new Map<string, number>();

  const forget = () => {
    for (const id of [...sizes.keys()]) {
      if ([...sizes.values()].reduce((sum, size) => sum + size, 0) <= KEPT_CHARACTERS) return;
      sizes.delete(id);
      readings.delete(id);
    }
  };
  const begin = async (id: string, contentType: string): Promise<Read<DocumentText>> => {
    const read = await documents.text(storedFiles.pathOf(id), contentType);
    const facts = factsOf(read, contentType);
    if (facts.unread === undefined || !passing.includes(facts.unread)) storage.files.setDocument(id, facts);
    else readings.delete(id);
    sizes.set(id, facts.characters);
    forget();
    return read;
  };
  const whole = (id: string, contentType: string) => {
    const known = readings.get(id) ?? begin(id, contentType);
    readings.set(id, known);
    return known;
  };
  /** @returns `null` where its type holds no text */
  const typeOf = (id: string): string | null => {
    const { contentType } = storage.files.get(id) ?? {};
    return contentType !== undefined && Object.hasOwn(documentTypes, contentType) ? contentType : null;
  };
  const required = (name: string, read: Read<unknown>) => {
    const why = (read as { readonly unread?: Unread }).unread;
    if (why !== undefined) throw unread(name, why);
  };
  /** Its pages, sheets or slides. @throws as `textOf` */
  const pagesOf = async ({ id, name, contentType }: StoredFile) => {
    const read = await whole(id, contentType);
    required(name, read);
    return 'texts' in read ? read : { texts: [], isCut: false };
  };
  return {
    async read({ id, isFirst = false }: CheckedInput<'attachments.read'>): Promise<DocumentReading | null> {
      const contentType = typeOf(id);
      if (contentType === null) return null;
      const read = isFirst
        ? await documents.text(storedFiles.pathOf(id), contentType, 1)
        : await whole(id, contentType);
      const sample = 'texts' in read ? pagedText(read.texts).slice(0, documentLimits.sampleCharacters) : '';
      return { ...factsOf(read, contentType), sample };
    },
    /** Reads those of which nothing is known yet, so that what they are sent as can be counted. */
    async ready(refs: readonly Pick<FileRef, 'id'>[]): Promise<void> {
      for (const { id } of refs) {
        const contentType = typeOf(id);
        if (contentType !== null && storage.files.get(id)?.document === undefined)
          await whole(id, contentType);
      }
    },
    /** @throws AppError `invalid_input` that says why it can't be read */
    textOf: async (file: StoredFile): Promise<string> => pagedText((await pagesOf(file)).texts),
    pagesOf,
    /** Pages as data URLs. @throws as `textOf` */
    async imagesOf({ id, name }: StoredFile): Promise<readonly string[]> {
      const read = await documents.images(storedFiles.pathOf(id));
      required(name, read);
      return 'images' in read ? read.images.map((base64) => `data:image/jpeg;base64,${base64}`) : [];
    },
  };
}

function factsOf(read: Read<DocumentText>, contentType: string): DocumentFacts {
  const isPdf = documentTypes[contentType] === 'pdf';
  if ('unread' in read) {
    // Of a scanned document the pages can still be drawn.
    const { pages = 0 } = read as { readonly pages?: number };
    const isDrawable = isPdf && read.unread === 'empty' && pages > 0;
    return { pages, characters: 0, unread: read.unread, ...(isDrawable && { isDrawable }) };
  }
  const { texts, pages, isCut } = read;
  return {
    pages,
    characters: pagedText(texts).length,
    ...(isCut && { isCut }),
    ...(isPdf && { isDrawable: true }),
  };
}

const unread = (name: string, why: Unread): AppError =>
  new AppError({
    code: 'invalid_input',
    field: 'attachments',
    message: `“${name}” ${unreadTexts[why]}. Send it as a file, or remove it from the message.`,
  });
