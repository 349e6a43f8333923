/** The files of the library: results under user-visible names, and what the app stores beside them. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { AppError } from '../../../shared/errors';
import { fileNameFor, localDateAndTime } from '../../../shared/media/file-name';
import { mediaModalities, modalities } from '../../../shared/modalities/modalities';
import type {
  MediaFiles,
  MediaPlace,
  SavedFile,
  SaveRequest,
  ThumbnailOutcome,
} from '../../core/ports/media-files';
import { checkFolder } from './check-folder';
import { UndecodedError } from './decoder-end';
import { diskError } from './disk-error';
import { createExportFiles } from './export-files';
import type { MediaType } from './formats/sniff';
import { giveFreeName } from './free-name';
import { checkedId, type IsListed, joinInside, pathOf, thumbnailFolder, thumbnailPathIn } from './inside';
import { createJobDownloads } from './job-downloads';
import { createJobParts } from './job-parts';
import { describeFile, digestOfContent, seenAndHeard } from './later-formats';
import { createFileMoves } from './library-moves';
import { dropReplaced, settleRenames } from './named-notes';
import { createNotedFolders } from './noted-folders';
import { cleanPartials, makePrivateFolder, withPartial, writeAll, writeFileDurably } from './partial';
import { type SavedFile as StreamedFile, saveStream } from './save';
import { createShownCopies } from './shown-copies';
import { storedFilesFolder } from './stored-files';
import { tidyJobParts } from './tidy-job-parts';
import type { MediaTools } from './tools';
import { forgetNaming, noteNaming, takeWaiting } from './waiting-results';

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
  const shownCopies = createShownCopies(home, tools);
  const [renaming, replaced] = [join(home, 'renaming'), join(home, 'replaced')];
  settleRenames(renaming, isListed);
  dropReplaced(replaced, isListed);
  const noted = createNotedFolders(home);
  /** A folder the person chose. */
  const isShared = (folder: string) => !isWithin(defaultFolder, folder);
  const into = <Result>(folder: string, work: () => Promise<Result>) =>
    isShared(folder) ? noted.during(folder, work) : work();
  const moves = createFileMoves({ trash: join(home, 'trash'), renaming, replaced }, isListed);
  const partsFolder = join(home, 'parts');
  const parts = createJobParts(partsFolder, tools);
  // Only the default folder: one you chose may be shared with others.
  const save = async (request: SaveRequest): Promise<SavedFile> =>
    (await takeWaiting(home, request, isListed)) ??
    (await into(request.destination.folder, () =>
      saveResult(request, options, isShared(request.destination.folder)),
    ));
  return {
    save,
    settle: (of) => forgetNaming(home, of),
    savePart: parts.save,
    spoolPart: parts.spool,
    openPart: parts.open,
    joinParts: (jobId, count, request) =>
      parts.join(jobId, count, (joined) => save({ ...request, ...joined })),
    copyParts: parts.copy,
    dropParts: parts.drop,
    tidyParts: (neededBy) => tidyJobParts(partsFolder, neededBy, isListed),
    partsOnDisk: parts.onDisk,
    ...createJobDownloads(partsFolder),
    ...digests,
    ...moves,
    copyTo: (path, destination) =>
      noted.during(parse(destination).dir, () => moves.copyTo(path, destination)),
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
    ...createExportFiles(home, tools),
    writeBeside: (place, extension, bytes) =>
      into(place.folder, () => writeBeside(place, { extension, bytes, isListed })),
    pathOf,
    thumbnailPath,
    defaultFolder: () => defaultFolder,
    checkFolder: (folder, isChosen) => checkFolder(folder, isChosen),
    close: async () => await close?.(),
    async tidy(folders) {
      await Promise.all([tidy(options, folders), noted.tidy()]);
    },
  };
}

interface Beside extends Pick<MediaFilesOptions, 'isListed'> {
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const writeBeside = ({ folder, fileName }: MediaPlace, { extension, bytes, isListed }: Beside) =>
  withPartial(folder, async (path) => {
    await writeFileDurably(path, (file) => writeAll(file, bytes));
    const isTaken = (name: string) => isListed({ folder, fileName: name });
    return await giveFreeName(path, folder, `${parse(fileName).name}.${extension}`, { isTaken });
  });

async function tidy({ home, defaultFolder }: MediaFilesOptions, folders: readonly string[]): Promise<void> {
  // A folder that does not exist yet, or belongs to another user, is not changed.
  await chmod(defaultFolder, 0o700).catch(() => undefined);
  const own = [thumbnailFolder(home), storedFilesFolder(home), join(home, 'trash')];
  const all = [...[defaultFolder, ...folders].flatMap(withResultFolders), ...own];
  await Promise.all(all.map(cleanPartials));
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

const digests: Pick<MediaFiles, 'digest' | 'contentDigest' | 'seenAndHeard'> = {
  digest: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  contentDigest: (place, contentType) => digestOfContent(pathOf(place), contentType),
  seenAndHeard: (place, contentType) => seenAndHeard(pathOf(place), contentType),
};

/** A folder of results is named with `/` on every system. */
const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder) && /^([/\\]|$)/.test(path.slice(folder.length));

async function saveResult(
  request: SaveRequest,
  { home, tools, isListed }: Pick<MediaFilesOptions, 'home' | 'tools' | 'isListed'>,
  isShared: boolean,
): Promise<SavedFile> {
  const { destination, origin, of } = request;
  const { folder } = destination;
  await makeFolder(folder, isShared);
  const saved = await saveStream({
    source: request.source,
    folder,
    isTaken: (fileName) => isListed({ folder, fileName }),
    ...(of && {
      onName: (path, fileName) => noteNaming(home, of, path, { folder, fileName }),
    }),
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
