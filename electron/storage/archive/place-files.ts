/** Files of an archive to where they will lie, each under a temporary name until its checksum is known to be right. */
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { safeFileName } from '../../../shared/file-name';
import type { ImportWish } from '../../core/archive-ports';
import type { Database } from '../driver';
import { attachmentFolder } from '../media/attachment-files';
import { withPartial } from '../media/partial';
import { settle } from '../media/save';
import { sniffBytes, sniffMedia } from '../media/sniff';
import type { PlacedFile } from './adapt-row';
import { foreign } from './damaged';
import { filePath } from './manifest';
import type { Opened } from './opened-archive';
import { readLines } from './read-lines';

const folders: Readonly<Record<string, string>> = { image: 'images', speech: 'speech', video: 'videos' };
const attachable: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export interface Placed {
  readonly placed: ReadonlyMap<string, PlacedFile>;
  readonly thumbnails: ReadonlySet<string>;
  /** Takes away what was placed. */
  undo(): Promise<void>;
}

/** What is here already is left alone: the same image, and media that this computer knows. */
export async function placeFiles(
  home: string,
  database: Database,
  opened: Opened,
  staging: string,
  wish: ImportWish,
): Promise<Placed> {
  const made: string[] = [];
  const placed = new Map<string, PlacedFile>();
  const thumbnails = new Set<string>();
  const undo = async () => {
    await Promise.all(made.map((path) => rm(path, { force: true })));
  };
  try {
    for (const row of rowsOf(opened, staging, 'media')) {
      const id = String(row.id);
      if (!opened.zip.entries.has(filePath('media', id)) || isKnown(database, id)) continue;
      const folder = join(wish.mediaFolder, folders[String(row.modality)] ?? 'images');
      const file = await placeMedia(opened, id, String(row.file_name), folder);
      made.push(join(folder, file.fileName));
      placed.set(id, file);
    }
    for (const row of rowsOf(opened, staging, 'attachments')) {
      const path = await placeOnce(
        opened,
        filePath('attachments', String(row.id)),
        attachmentFolder(home),
        String(row.id),
      );
      if (path !== null) made.push(path);
    }
    for (const name of opened.zip.entries.keys()) {
      const id = /^files\/thumbnails\/(.+)$/.exec(name)?.[1];
      if (id === undefined) continue;
      const path = await placeOnce(opened, name, join(home, 'thumbnails'), `${id}.webp`);
      if (path !== null) made.push(path);
      thumbnails.add(id);
    }
    return { placed, thumbnails, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

function* rowsOf({ manifest }: Opened, staging: string, table: string) {
  if (manifest.tables.some(({ name }) => name === table)) yield* readLines(join(staging, table));
}

const isKnown = (database: Database, id: string): boolean =>
  database.get('SELECT 1 FROM media WHERE id = ?', id) !== undefined;

async function placeMedia(opened: Opened, id: string, name: string, folder: string): Promise<PlacedFile> {
  await mkdir(folder, { recursive: true });
  return withPartial(folder, async (partial) => {
    await opened.extract(filePath('media', id), partial);
    const type = sniffMedia(await headOf(partial));
    if (type === null) throw foreign(`“${name.slice(0, 100)}” is no image, sound or film`);
    // The name is somebody's word: only its stem is taken, and made safe for every system.
    const fileName = await settle(
      partial,
      folder,
      safeFileName(parse(name.split(/[\\/]/).at(-1) ?? '').name, type.extension),
    );
    return { folder, fileName, contentType: type.contentType };
  });
}

/** Under a name that stands for its content; `null` where it is there, or the archive does not hold it. */
async function placeOnce(
  opened: Opened,
  entry: string,
  folder: string,
  name: string,
): Promise<string | null> {
  if (!opened.zip.entries.has(entry)) return null;
  const target = join(folder, name);
  if (await stat(target).catch(() => null)) return null;
  await mkdir(folder, { recursive: true });
  return withPartial(folder, async (partial) => {
    await opened.extract(entry, partial);
    const type = sniffMedia(await headOf(partial));
    if (type === null || !attachable.includes(type.contentType)) throw foreign(`“${entry}” is no image`);
    const digest = opened.manifest.files.find(({ path }) => path === entry)?.sha256;
    if (entry.startsWith('files/attachments/') && digest !== name)
      throw foreign(`“${entry}” is another image`);
    await rename(partial, target);
    return target;
  });
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
