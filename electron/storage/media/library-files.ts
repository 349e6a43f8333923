/** The files of the library: results under user-visible names, and what the app stores beside them. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { isAbsolute, join, parse } from 'node:path';
import { AppError } from '../../../shared/errors';
import { fileNameFor, localDateAndTime } from '../../../shared/media/file-name';
import { mediaModalities, modalities } from '../../../shared/modalities/modalities';
import type {
  MediaFiles,
  NeededParts,
  SavedFile,
  SaveRequest,
  ThumbnailOutcome,
} from '../../core/ports/media-files';
import { UndecodedError } from './decoder-end';
import { diskError } from './disk-error';
import type { MediaType } from './formats/sniff';
import { freeName } from './free-name';
import { checkedId, joinInside, pathOf, thumbnailFolder, thumbnailPathIn } from './inside';
import { createJobDownloads } from './job-downloads';
import { createJobParts } from './job-parts';
import { describeFile, digestOfContent } from './later-formats';
import { createFileMoves, type IsListed } from './library-moves';
import {
  cleanPartials,
  makePrivateFolder,
  renameDurably,
  withPartial,
  writeAll,
  writeFileDurably,
} from './partial';
import { type SavedFile as StreamedFile, saveStream } from './save';
import { createShownCopies } from './shown-copies';
import type { MediaTools } from './tools';

/** A larger result is refused: no gateway is known to make one, and it could fill the disk. */
const MAX_RESULT_BYTES = 4 * 1024 ** 3;

/** Where jobs put their results: the folder that is set, and those below it. */
const withResultFolders = (folder: string): string[] => [
  folder,
  ...mediaModalities.map((id) => joinInside(folder, modalities[id].resultFolder)),
];

export interface MediaFilesOptions {
  /** The app's data folder: parts, thumbnails, archives and removed files are stored there. */
  readonly home: string;
  /** The folder for results until you choose one. */
  readonly defaultFolder: string;
  readonly tools: MediaTools;
  readonly isListed: IsListed;
  /** Ends what the tools keep running. */
  readonly close?: () => Promise<void>;
}

export function createMediaFiles(options: MediaFilesOptions): MediaFiles {
  const { home, defaultFolder, tools, isListed, close } = options;
  const thumbnailPath = (id: string) => thumbnailPathIn(home, checkedId(id));
  const shownCopies = createShownCopies(home, tools.upright);
  const moves = createFileMoves(join(home, 'trash'), isListed);
  const exportFolder = join(home, 'exports');
  const exportPath = (id: string) => joinInside(exportFolder, `${checkedId(id)}.zip`);
  const partsFolder = join(home, 'parts');
  const parts = createJobParts(partsFolder, tools);
  // Left by an earlier run; called before this run creates any.
  rmSync(exportFolder, { recursive: true, force: true });
  // Only the default folder: one you chose may be shared with others.
  const save = (request: SaveRequest) =>
    saveResult(request, options, !isWithin(defaultFolder, request.destination.folder));
  return {
    save,
    savePart: parts.save,
    spoolPart: parts.spool,
    openPart: parts.open,
    joinParts: (jobId, count, request) =>
      parts.join(jobId, count, (joined) => save({ ...request, ...joined })),
    copyParts: parts.copy,
    dropParts: parts.drop,
    tidyParts: (neededBy) => tidyJobParts(partsFolder, neededBy),
    partsOnDisk: parts.onDisk,
    ...createJobDownloads(partsFolder),
    ...digests,
    ...moves,
    async purge(id) {
      await moves.purge(id);
      // They show it too.
      await rm(thumbnailPath(id), { force: true });
      await shownCopies.drop(id);
    },
    readOrigin: tools.readOrigin,
    readClaims: tools.readClaims,
    makeThumbnail: (id, place) => makeThumbnail(options, pathOf(place), thumbnailPath(id)),
    describe: (place, contentType) => describeFile(pathOf(place), contentType),
    shownCopy: (id, place, contentType) => shownCopies.pathFor(id, pathOf(place), contentType),
    dropShownCopy: (id) => shownCopies.drop(id),
    async zip(places, exportId) {
      await makePrivateFolder(exportFolder);
      const files = places.map((place) => ({ path: pathOf(place), name: place.fileName }));
      await tools.zip(files, exportPath(exportId));
    },
    async zipPage(named, exportId, pageOf) {
      await makePrivateFolder(exportFolder);
      const files = named.map(({ place, name }) => ({ path: pathOf(place), name }));
      await tools.zipPage(files, exportPath(exportId), pageOf);
    },
    async writeBeside({ folder, fileName }, extension, bytes) {
      return await withPartial(folder, async (path) => {
        await writeFileDurably(path, (file) => writeAll(file, bytes));
        const isTaken = (name: string) => options.isListed({ folder, fileName: name });
        const name = await freeName(folder, `${parse(fileName).name}.${extension}`, isTaken);
        await renameDurably(path, joinInside(folder, name));
        return name;
      });
    },
    pathOf,
    thumbnailPath,
    exportPath,
    dropExport: (id) => rm(exportPath(id), { force: true }).catch(() => undefined),
    defaultFolder: () => defaultFolder,
    checkFolder,
    close: async () => await close?.(),
    async tidy(folders) {
      // A folder that does not exist yet, or belongs to another user, is not changed.
      await chmod(defaultFolder, 0o700).catch(() => undefined);
      await Promise.all([defaultFolder, ...folders].flatMap(withResultFolders).map(cleanPartials));
    },
  };
}

/** A failing thumbnail must not fail the save. */
async function makeThumbnail(
  { home, tools }: MediaFilesOptions,
  source: string,
  destination: string,
): Promise<ThumbnailOutcome> {
  try {
    await makePrivateFolder(thumbnailFolder(home));
    const { look } = await tools.thumbnail(source, destination);
    return { hasThumbnail: true, ...(look && { look }) };
  } catch (error) {
    return { hasThumbnail: false, ...(error instanceof UndecodedError && { undecoded: error.why }) };
  }
}

const digests: Pick<MediaFiles, 'digest' | 'contentDigest'> = {
  digest: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  contentDigest: (place, contentType) => digestOfContent(pathOf(place), contentType),
};

/** A folder of results is named with `/` on every system. */
const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder) && /^([/\\]|$)/.test(path.slice(folder.length));

async function saveResult(
  request: SaveRequest,
  { tools, isListed }: Pick<MediaFilesOptions, 'tools' | 'isListed'>,
  isShared: boolean,
): Promise<SavedFile> {
  const { destination, origin } = request;
  const { folder } = destination;
  await makeFolder(folder, isShared);
  const saved = await saveStream({
    source: request.source,
    folder,
    isTaken: (fileName) => isListed({ folder, fileName }),
    expectedKind: request.kind,
    declaredType: request.declaredType,
    declaredBytes: request.declaredBytes,
    maxBytes: MAX_RESULT_BYTES,
    signal: request.signal,
    isShared,
    nameFor: (type) => nameFor(request, type),
    prepare: async (path, { contentType }) => {
      if (request.refusesCut === true) await refuseCutFile(path, contentType);
      await embedIfRoom(() => tools.embed(path, contentType, origin));
    },
  });
  return { ...(await describe(saved)), folder };
}

async function refuseCutFile(path: string, contentType: string): Promise<void> {
  if ((await describeFile(path, contentType)).isCut !== true) return;
  throw new AppError({
    code: 'stream_cut',
    message: 'The file ends early: part of it is missing.',
    details: { isCutFile: true },
  });
}

/** The file itself comes first: without room for a second one that names its origin, the database alone has it. */
async function embedIfRoom(embed: () => Promise<unknown>): Promise<void> {
  try {
    await embed();
  } catch (error) {
    if (!(error instanceof AppError && error.data.code === 'storage_full')) throw error;
  }
}

async function describe({ path, fileName, bytes, type }: StreamedFile): Promise<Omit<SavedFile, 'folder'>> {
  const { kind, contentType } = type;
  return { fileName, kind, contentType, bytes, ...(await describeFile(path, contentType)) };
}

function nameFor({ destination, origin }: SaveRequest, { extension }: MediaType): string {
  const offsetMinutes = -new Date(origin.createdAt).getTimezoneOffset();
  const { model, prompt, parameters, seed, jobId, part } = origin;
  const values = { model, prompt, seed: String(seed ?? parameters.seed ?? ''), id: jobId.slice(0, 8) };
  const when = localDateAndTime(origin.createdAt, offsetMinutes);
  // Parts sort in their order, and each says what it is.
  const suffix = part === undefined ? '' : `-part-${part.number}-of-${part.count}`;
  return fileNameFor(destination.fileNameTemplate + suffix, { ...values, ...when }, extension);
}

async function makeFolder(folder: string, isShared: boolean): Promise<void> {
  try {
    await (isShared ? mkdir(folder, { recursive: true }) : makePrivateFolder(folder));
  } catch (cause) {
    throw diskError(cause, folder);
  }
}

/** Tested by writing: permissions, read-only mounts and a file of that name all show only then. */
async function checkFolder(folder: string): Promise<void> {
  const refuse = (message: string) => new AppError({ code: 'invalid_input', field: 'mediaFolder', message });
  if (!isAbsolute(folder)) throw refuse('Enter the full path of the folder.');
  try {
    await mkdir(folder, { recursive: true });
    await withPartial(folder, (path) => writeFileDurably(path, async () => undefined));
    if (!(await stat(folder)).isDirectory()) throw refuse(`${folder} is not a folder.`);
  } catch (cause) {
    const error = diskError(cause, folder);
    throw error instanceof AppError ? refuse(error.data.message) : error;
  }
}

// Frees the disk of what waits for jobs and is no longer needed.

/** What an end of the app left of a file that was being written is always deleted. Never throws. */
async function tidyJobParts(root: string, neededBy: (jobId: string) => NeededParts): Promise<void> {
  for (const jobId of await namesIn(root)) {
    const folder = joinInside(root, jobId);
    const cleaned = await cleanPartials(folder);
    const dropped = await drop(folder, neededBy(jobId));
    // One that was empty before may be that of a job which is about to write there.
    if (cleaned + dropped > 0) await rmdir(folder).catch(() => undefined);
  }
}

async function drop(folder: string, needed: NeededParts): Promise<number> {
  if (needed === 'all') return 0;
  const names = await namesIn(folder);
  const unneeded = needed === 'none' ? names : names.filter((name) => name.startsWith('download-'));
  const gone = unneeded.map((name) => rm(joinInside(folder, name), { force: true }).catch(() => undefined));
  await Promise.all(gone);
  return unneeded.length;
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).then(
    // Names of others, which the app never gives.
    (names) => names.filter((name) => /^[\w-][\w.-]*\w$/.test(name)),
    () => [],
  );
