/** Files that go with messages: each once, named by the hash of its bytes, however many messages use it. */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { laterLimits } from '../../../shared/calls/later-limits';
import { AppError } from '../../../shared/errors';
import { limits } from '../../../shared/limits';
import type { ImageFit } from '../../../shared/run/image-fit';
import type { NewFile, StoredFiles } from '../../core/ports/stored-files';
import { bytesSource } from './bytes';
import { type CleanImage, cleanImage, type Upright } from './clean-image';
import { UndecodedError, undecodedTexts } from './decoder-end';
import { diskError, isOfDisk } from './disk-error';
import { imageSize } from './formats/image-size';
import { type MediaType, sniffMedia } from './formats/sniff';
import { checkedHash, joinInside, thumbnailFolder, thumbnailPathIn } from './inside';
import { describeFile } from './later-formats';
import { makePrivateFolder, renameDurably, withPartial, writeAll, writeFileDurably } from './partial';
import { sentInputsOf } from './sent-inputs';
import { sentImages, storedType } from './stored-type';

export interface StoredFilesOptions {
  /** The app's data folder. */
  readonly home: string;
  /** Makes a thumbnail; false, or a rejection, where it can't. */
  readonly thumbnail: (source: string, destination: string) => Promise<boolean>;
  readonly upright?: Upright;
  /** Writes an image in a format that models take; absent where nothing can decode images. */
  readonly convert?: (source: string, destination: string) => Promise<unknown>;
  /** Writes an image in another size or format; absent where nothing can decode images. */
  readonly fit?: (source: string, destination: string, fit: ImageFit) => Promise<unknown>;
}

/** Those that can be decoded here, and so sent as another format. */
const converted: readonly string[] = ['image/avif', 'image/bmp', 'image/jxl', 'image/tiff'];

/** Their folder in the data folder. */
export const storedFilesFolder = (home: string): string => join(home, 'attachments');

export function createStoredFiles(options: StoredFilesOptions): StoredFiles {
  const { home, thumbnail, upright } = options;
  const folder = storedFilesFolder(home);
  const pathOf = (id: string) => joinInside(folder, checkedHash(id));
  const thumbnailPath = (id: string) => thumbnailPathIn(home, checkedHash(id));
  /** Without one the page shows the image itself: not where its decoder came to its end over it. */
  const makeThumbnail = async (id: string, name: string) => {
    await makePrivateFolder(thumbnailFolder(home));
    return await thumbnail(pathOf(id), thumbnailPath(id)).catch((error: unknown) => {
      if (!(error instanceof UndecodedError)) return false;
      const next = 'Open it in another app, then attach a copy that is saved as PNG or JPEG.';
      return refuse(`“${name}” can’t be attached: ${undecodedTexts[error.why]}. ${next}`);
    });
  };
  const clean = async (file: Uint8Array, contentType: string, name: string): Promise<CleanImage> => {
    await makePrivateFolder(folder);
    const image = await cleanImage(new Uint8Array(file), contentType, { folder, upright });
    return image ?? refuse(`“${name}” is damaged. Remove it from the message, or attach another copy of it.`);
  };
  const saveImage = async (original: Uint8Array, name: string): Promise<NewFile> => {
    const file = await sendable(original, { ...options, folder, name });
    const contentType = await checkedType(file, name);
    const { bytes, width, height, removed } = await clean(file, contentType, name);
    const id = hashOf(bytes);
    const isNew = !existsSync(pathOf(id));
    await writeOnce(folder, pathOf(id), bytes);
    const hasThumbnail = await makeThumbnail(id, name).catch((error) => {
      if (isNew) rmSync(pathOf(id), { force: true });
      throw error;
    });
    const facts = { kind: 'image', contentType, width, height, bytes: bytes.length } as const;
    return {
      id,
      ...facts,
      durationMs: null,
      hasThumbnail,
      removed,
      ...(file !== original && (await formerly(original))),
    };
  };
  const save = async (original: Uint8Array, name: string): Promise<NewFile> => {
    if (original.length === 0) refuse(`“${name}” is empty. Attach another file.`);
    const type = await storedType(original);
    const isImage = isMeantAsImage(type, name);
    refuseTooLarge(original.length, name, isImage);
    if (isImage) return await saveImage(original, name);
    const facts = await describeFile(original, type.contentType);
    const id = hashOf(original);
    await writeOnce(folder, pathOf(id), original);
    const { kind, contentType } = type;
    return { ...facts, id, kind, contentType, bytes: original.length, hasThumbnail: false, removed: null };
  };
  return {
    save,
    async saveCopy(path, name) {
      const { size } = await stat(path).catch(() => missing(name));
      // Far beyond the bound, so that a long video is not read into memory to be refused.
      refuseTooLarge(size, name, false);
      return save(await readFile(path), name);
    },
    async base64({ id, kind, contentType, name }) {
      const file = await readFile(pathOf(id)).catch(() => missing(name));
      // An image attached by an earlier version, or taken in with an archive, may still hold metadata.
      const { bytes } = kind === 'image' ? await clean(file, contentType, name) : { bytes: file };
      return Buffer.from(bytes).toString('base64');
    },
    fitted: async ({ id, name }, fit) =>
      save(await fittedBytes(pathOf(id), options.fit, { folder, fit }), name),
    ...sentInputsOf(pathOf),
    pathOf,
    thumbnailPath,
    remove(id) {
      for (const path of [pathOf(id), thumbnailPath(id)]) rmSync(path, { force: true });
    },
  };
}

interface Fitted {
  /** For the file between. */
  readonly folder: string;
  readonly fit: ImageFit;
}

async function fittedBytes(source: string, run: StoredFilesOptions['fit'], { folder, fit }: Fitted) {
  if (!run) throw new Error('nothing decodes images here');
  await makePrivateFolder(folder);
  return await withPartial(folder, async (destination) => {
    await run(source, destination, fit);
    return readFile(destination);
  });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** By its bytes or by its name: where it is none, damaged, or of a format that models do not take, a person has to know. */
const isMeantAsImage = ({ kind, contentType }: MediaType, name: string): boolean =>
  kind === 'image' ||
  Object.hasOwn(formatNames, contentType) ||
  /\.(png|jpe?g|webp|gif|avif|bmp|heic|heif|tiff?)$/i.test(name);

interface Sendable extends Pick<StoredFilesOptions, 'convert'> {
  readonly folder: string;
  readonly name: string;
}

/** The same image in a format that models take; unchanged where it is one, or none that can be converted. */
async function sendable(file: Uint8Array, { convert, folder, name }: Sendable): Promise<Uint8Array> {
  const type = sniffMedia(file)?.contentType ?? '';
  if (!converted.includes(type) || !convert) return file;
  await checkPixels(file, type, name);
  await makePrivateFolder(folder);
  return withPartial(folder, async (source) => {
    await writeFileDurably(source, (handle) => writeAll(handle, new Uint8Array(file)));
    return withPartial(folder, async (destination) => {
      await convert(source, destination).catch((error: unknown) => {
        // A full disk says nothing of the image.
        const known = diskError(error, folder);
        if (isOfDisk(known)) throw known;
        return refuse(advice(name, formatNames[type] ?? type));
      });
      return readFile(destination);
    });
  });
}

/** What an image was before it was converted. */
const formerly = async (original: Uint8Array): Promise<Pick<NewFile, 'convertedFrom'>> => {
  const type = sniffMedia(original)?.contentType ?? '';
  const name = formatNames[type];
  if (name === undefined) return {};
  const { frames } = await describeFile(original, type);
  return { convertedFrom: frames === undefined ? name : `${name} (the first of ${frames} frames)` };
};

/** Formats of images as people know them. */
const formatNames: Readonly<Record<string, string>> = {
  'image/avif': 'AVIF',
  'image/bmp': 'BMP',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'image/tiff': 'TIFF',
  'image/jxl': 'JPEG XL',
  'image/jp2': 'JPEG 2000',
  'image/svg+xml': 'SVG',
  'image/x-icon': 'ICO',
  'image/vnd.adobe.photoshop': 'Photoshop',
};

const advice = (name: string, format: string): string =>
  `“${name}” can’t be attached: ${format} is not a PNG, JPEG, WebP or GIF image. Export it as PNG or JPEG, then attach that.`;

async function checkedType(bytes: Uint8Array, name: string): Promise<string> {
  refuseTooLarge(bytes.length, name, true);
  const type = sniffMedia(bytes);
  const format = formatNames[type?.contentType ?? ''];
  if (format !== undefined) return refuse(advice(name, format));
  if (type === null || !sentImages.includes(type.contentType)) {
    return refuse(`“${name}” can’t be attached: it is not a PNG, JPEG, WebP or GIF image.`);
  }
  await checkPixels(bytes, type.contentType, name);
  return type.contentType;
}

async function checkPixels(bytes: Uint8Array, contentType: string, name: string): Promise<void> {
  const size = await imageSize(bytesSource(bytes), contentType);
  if (size === null) return refuse(`“${name}” is damaged: its size can’t be read.`);
  const { width, height } = size;
  if (width * height <= laterLimits.imagePixels) return;
  const most = `${laterLimits.imagePixels / 1_000_000} million`;
  return refuse(
    `“${name}” has ${width} × ${height} pixels; the limit is ${most}. Make it smaller, then attach it again.`,
  );
}

/** The same bytes have the same name, so an existing file needs no write. */
async function writeOnce(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await makePrivateFolder(folder);
  const known = await stat(path).catch(() => null);
  if (known?.size === bytes.length) return;
  await withPartial(folder, async (partial) => {
    await writeFileDurably(partial, (file) => writeAll(file, bytes));
    await renameDurably(partial, path);
  });
}

function refuseTooLarge(bytes: number, name: string, isImage: boolean): void {
  if (bytes <= limits.attachmentBytes) return;
  const megabytes = (size: number) => (size / 1_048_576).toFixed(1).replace(/\.0$/, '');
  const what = isImage ? 'an image' : 'a file';
  const next = isImage ? 'Make it smaller, then attach it again.' : 'Attach a smaller one, or a part of it.';
  refuse(
    `“${name}” is ${megabytes(bytes)} MB; the limit for ${what} is ${megabytes(limits.attachmentBytes)} MB. ${next}`,
  );
}

function refuse(message: string): never {
  throw new AppError({ code: 'invalid_input', field: 'attachments', message });
}

function missing(name: string): never {
  const message = `The file “${name}” is missing on the disk. Remove it from the message, or attach it again.`;
  throw new AppError({ code: 'not_found', message });
}
