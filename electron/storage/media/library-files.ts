/** The files of the library: results under the names a person chose, and what the app keeps beside them. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { fileNameFor, localDateAndTime } from '../../../shared/file-name';
import type { MediaFiles, MediaPlace, SavedFile, SaveRequest } from '../../core/job-ports';
import { describeMedia } from './describe';
import { diskError } from './disk-error';
import { createJobParts } from './job-parts';
import { createKeptFiles } from './kept-files';
import type { MediaTools } from './media-tools';
import { cleanPartials, withPartial, writeFileDurably } from './partial';
import { type SavedFile as StreamedFile, saveStream } from './save';
import type { MediaType } from './sniff';

/** A result larger than this is refused: no gateway is known to make one, and a disk is soon full. */
export const MAX_RESULT_BYTES = 4 * 1024 ** 3;

export interface MediaFilesOptions {
  /** The app's data folder: parts, thumbnails, archives and what was put aside are kept there. */
  readonly home: string;
  /** Where results go as long as the person has not chosen. */
  readonly defaultFolder: string;
  readonly tools: MediaTools;
  /** Ends what the tools keep running. */
  readonly close?: () => Promise<void>;
}

export function createMediaFiles({ home, defaultFolder, tools, close }: MediaFilesOptions): MediaFiles {
  const thumbnailPath = (id: string) => join(home, 'thumbnails', `${safeId(id)}.webp`);
  const exportPath = (id: string) => join(home, 'exports', `${safeId(id)}.zip`);
  const parts = createJobParts(join(home, 'parts'), tools);
  return {
    save: (request) => save(request, tools),
    savePart: parts.save,
    openPart: parts.open,
    joinParts: (jobId, count, request) =>
      parts.join(jobId, count, (joined) => save({ ...request, ...joined }, tools)),
    dropParts: parts.drop,
    ...createKeptFiles(join(home, 'trash')),
    readOrigin: tools.readOrigin,
    async makeThumbnail(id, place) {
      await mkdir(join(home, 'thumbnails'), { recursive: true });
      return await tools.thumbnail(pathOf(place), thumbnailPath(id)).catch(() => false);
    },
    async zip(places, exportId) {
      await mkdir(join(home, 'exports'), { recursive: true });
      const files = places.map((place) => ({ path: pathOf(place), name: place.fileName }));
      await tools.zip(files, exportPath(exportId));
    },
    pathOf,
    thumbnailPath,
    exportPath,
    defaultFolder: () => defaultFolder,
    checkFolder,
    close: async () => await close?.(),
    async tidy(folders) {
      await rm(join(home, 'exports'), { recursive: true, force: true });
      await Promise.all(folders.map(cleanPartials));
    },
  };
}

export function pathOf({ folder, fileName }: MediaPlace): string {
  return join(folder, fileName);
}

async function save(request: SaveRequest, tools: MediaTools): Promise<SavedFile> {
  const { destination, origin } = request;
  await makeFolder(destination.folder);
  const saved = await saveStream({
    source: request.source,
    folder: destination.folder,
    expectedKind: request.kind,
    declaredBytes: request.declaredBytes,
    maxBytes: MAX_RESULT_BYTES,
    signal: request.signal,
    nameFor: (type) => nameFor(request, type),
    prepare: async (path, type) => {
      await tools.embed(path, type.contentType, origin);
    },
  });
  return { ...(await describe(saved)), folder: destination.folder };
}

async function describe({ path, fileName, bytes, type }: StreamedFile): Promise<Omit<SavedFile, 'folder'>> {
  const { kind, contentType } = type;
  return { fileName, kind, contentType, bytes, ...(await describeMedia(path, contentType)) };
}

function nameFor({ destination, origin }: SaveRequest, { extension }: MediaType): string {
  const offsetMinutes = -new Date(origin.createdAt).getTimezoneOffset();
  const { model, prompt, parameters, jobId } = origin;
  const values = { model, prompt, seed: String(parameters.seed ?? ''), id: jobId.slice(0, 8) };
  const when = localDateAndTime(origin.createdAt, offsetMinutes);
  return fileNameFor(destination.fileNameTemplate, { ...values, ...when }, extension);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw diskError(cause, folder);
  }
}

/** Found out by writing: permissions, read-only mounts and a file of that name all show only then. */
async function checkFolder(folder: string): Promise<void> {
  const refuse = (message: string) => new AppError({ code: 'invalid_input', field: 'mediaFolder', message });
  if (!isAbsolute(folder)) throw refuse('Name the whole path of the folder, from the root.');
  try {
    await mkdir(folder, { recursive: true });
    await withPartial(folder, (path) => writeFileDurably(path, async () => undefined));
    if (!(await stat(folder)).isDirectory()) throw refuse(`${folder} is not a folder.`);
  } catch (cause) {
    const told = diskError(cause, folder);
    throw told instanceof AppError ? refuse(told.data.message) : told;
  }
}

/** Ids are the app's own, but they name files here: anything else in one is refused. */
function safeId(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new AppError({ code: 'not_found', message: 'There is no such file.' });
}
