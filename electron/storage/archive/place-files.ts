/** Files of an archive to where they will lie, each under a temporary name until its checksum is known to be right. */
import { mkdir, stat } from 'node:fs/promises';
import { parse } from 'node:path';
import { limits } from '../../../shared/limits';
import { safeFileName } from '../../../shared/media/file-name';
import { mediaModalities, modalities } from '../../../shared/modalities/modalities';
import type { Database } from '../db/driver';
import { createMediaStore } from '../db/media-store';
import { withSource } from '../media/bytes';
import { imageSize } from '../media/formats/image-size';
import type { MediaType } from '../media/formats/sniff';
import { giveFreeName } from '../media/free-name';
import { joinInside, thumbnailPathIn } from '../media/inside';
import { withPartial } from '../media/partial';
import { storedFilesFolder } from '../media/stored-files';
import { storedType } from '../media/stored-type';
import { foreign } from './damaged';
import { filePath } from './manifest';
import { placeLines } from './place-lines';
import { finish, typeOf } from './placed-file';
import { notePlaced, type PlacedKind } from './placed-journal';
import type { Opened, PlacedFile, StoredHere } from './restore-context';
import { readStagedRows } from './stage-table';
import type { Row } from './tables';

const folders: Readonly<Record<string, string>> = Object.fromEntries(
  mediaModalities.map((id) => [id, modalities[id].resultFolder]),
);

export interface Placed {
  /** Of media, by id. */
  readonly placed: ReadonlyMap<string, PlacedFile>;
  /** Of files of messages that are stored here now, by id. */
  readonly stored: ReadonlyMap<string, StoredHere>;
  readonly thumbnails: ReadonlySet<string>;
}

interface Placing {
  readonly home: string;
  readonly mediaFolder: string;
  readonly database: Database;
  readonly opened: Opened;
  readonly staging: string;
  readonly placed: Map<string, PlacedFile>;
  readonly stored: Map<string, StoredHere>;
  readonly thumbnails: Set<string>;
}

/**
 * Existing files are not touched: the same file of a message, and media that this computer knows. A file that no row of the archive
 * refers to is never written.
 */
export async function placeFiles(
  wanted: Pick<Placing, 'home' | 'mediaFolder' | 'database' | 'opened' | 'staging'>,
): Promise<Placed> {
  const placing: Placing = {
    ...wanted,
    placed: new Map(),
    stored: new Map(),
    thumbnails: new Set(),
  };
  const { placed, stored, thumbnails } = placing;
  for (const row of rowsOf(placing, 'media')) await placeMedia(placing, row);
  for (const table of ['files', 'attachments'])
    for (const row of rowsOf(placing, table)) await placeStored(placing, String(row.id));
  await placeLines(placing, rowsOf(placing, 'jobs'));
  return { placed, stored, thumbnails };
}

function* rowsOf({ opened, staging }: Placing, table: string) {
  const isListed = opened.manifest.tables.some(({ name }) => name === table);
  if (isListed) yield* readStagedRows(joinInside(staging, table), () => undefined);
}

async function placeMedia(placing: Placing, row: Row): Promise<void> {
  const { opened, database, mediaFolder, placed } = placing;
  const id = String(row.id);
  const entry = filePath('media', id);
  const isHere = database.get('SELECT 1 FROM media WHERE id = ?', id) !== undefined;
  if (isHere || placed.has(id) || !opened.zip.entries.has(entry)) return;
  const folder = joinInside(mediaFolder, folders[String(row.modality)] ?? modalities.image.resultFolder);
  await mkdir(folder, { recursive: true });
  const file = await withPartial(folder, async (partial): Promise<PlacedFile> => {
    await opened.extract(entry, partial);
    const name = String(row.file_name);
    const type = await typeOf(partial, name);
    const fileName = await settle(placing, partial, folder, safeName(name, type));
    const { kind, contentType } = type;
    return { folder, fileName, kind, contentType, bytes: opened.zip.entries.get(entry)?.bytes ?? 0 };
  });
  placed.set(id, file);
  await placeThumbnail(placing, id);
}

/** The name comes from the archive: only its stem is used, and made safe for every system. */
const safeName = (name: string, { extension }: MediaType): string =>
  safeFileName(parse(name.split(/[\\/]/).at(-1) ?? '').name, extension);

async function settle(placing: Placing, partial: string, folder: string, name: string): Promise<string> {
  const { isPlaceTaken } = createMediaStore(placing.database);
  return await giveFreeName(partial, folder, name, {
    isTaken: (candidate) => isPlaceTaken({ folder, fileName: candidate }),
    onName: async (candidate) => notePlaced(placing.staging, 'media', partial, joinInside(folder, candidate)),
  });
}

async function placeStored(placing: Placing, id: string): Promise<void> {
  const { home, opened, stored } = placing;
  const entry = filePath('attachments', id);
  const target = joinInside(storedFilesFolder(home), id);
  if (stored.has(id)) return;
  if ((await stat(target).catch(() => null)) === null) {
    const listed = opened.listed.get(entry);
    if (listed === undefined) return;
    // Files are named by their content: under the name of another it would replace that one.
    if (listed.sha256 !== id) throw foreign(`“${entry}” is not the file that its name states`);
    if (listed.bytes > limits.attachmentBytes) throw foreign(`“${entry}” is too large for an attached file`);
    await placeOnce(placing, 'attachments', entry, target);
  }
  const described = await describeStored(target);
  if (described === null) return;
  stored.set(id, described);
  await placeThumbnail(placing, id);
}

async function placeThumbnail(placing: Placing, id: string): Promise<void> {
  const { home, opened, thumbnails } = placing;
  const entry = filePath('thumbnails', id);
  const target = thumbnailPathIn(home, id);
  const isHere = (await stat(target).catch(() => null)) !== null;
  if (!isHere && !opened.zip.entries.has(entry)) return;
  if (!isHere) await placeOnce(placing, 'thumbnails', entry, target);
  thumbnails.add(id);
}

async function placeOnce(placing: Placing, kind: PlacedKind, entry: string, target: string): Promise<void> {
  const folder = parse(target).dir;
  await mkdir(folder, { recursive: true });
  await withPartial(folder, async (partial) => {
    await placing.opened.extract(entry, partial);
    const described = await describeStored(partial);
    const isRight = kind === 'thumbnails' ? described?.kind === 'image' : described !== null;
    if (!isRight) throw foreign(`“${entry}” is not an image, or damaged`);
    await finish(placing, kind, partial, target);
  });
}

/** `null` for an image whose size can’t be read. */
async function describeStored(path: string): Promise<StoredHere | null> {
  const { kind, contentType } = await storedType(path);
  return await withSource(path, async (source) => {
    const known = { kind, contentType, bytes: source.size };
    if (kind !== 'image') return known;
    const size = await imageSize(source, contentType);
    return size && { ...known, ...size };
  });
}
