import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { safeFileName } from '../../../shared/media/file-name';
import type { MediaFiles, MediaPlace } from '../../core/ports/media-files';
import { diskError } from './disk-error';
import { freeName, linkFreeName, usualMode } from './free-name';
import { checkedId, type IsListed, joinInside, pathOf } from './inside';
import { dropNote, dropWaiting, writeNote } from './named-notes';
import { copyDurably, makePrivateFolder, syncFolder } from './partial';

type FileMoves = Pick<
  MediaFiles,
  'exists' | 'rename' | 'replace' | 'putAside' | 'restore' | 'purge' | 'asideIds' | 'copyTo'
>;

/**
 * What can be done to a saved file. A removed one stays in `trash` until the app opens again, so that the removal can
 * be undone.
 * @param renaming the folder that notes the names of files which are being renamed
 * @param replaced the same of files whose rows are about to name other ones
 * @param tryRename replaced in tests to act like a rename between drives
 */
export function createFileMoves(
  { trash, renaming, replaced }: Readonly<Record<'trash' | 'renaming' | 'replaced', string>>,
  isListed: IsListed,
  tryRename: typeof rename = rename,
): FileMoves {
  const asideOf = (id: string) => joinInside(trash, checkedId(id));
  return {
    exists: (place) => isThere(pathOf(place)),
    async rename(place, wanted, commit) {
      const { ext } = parse(place.fileName);
      const name = safeFileName(wanted, ext.slice(1));
      if (name === place.fileName) return name;
      return await onDisk(place.folder, () => renameSaved(place, { name, isListed, renaming }, commit));
    },
    replace: (place, commit) => replaceSaved(place, { replaced, isListed }, commit),
    async putAside(id, place) {
      await onDisk(place.folder, async () => {
        await makePrivateFolder(trash);
        // A file that is missing already needs no move; its row is still removed.
        if (!(await isThere(pathOf(place)))) return;
        if (await isThere(asideOf(id))) await dropSecond(pathOf(place), asideOf(id));
        else await moveAcross(pathOf(place), asideOf(id), tryRename);
      });
    },
    async restore(id, place, commit) {
      if (!(await isThere(asideOf(id)))) return place.fileName;
      return await onDisk(place.folder, async () => {
        await mkdir(place.folder, { recursive: true });
        if (!isListed(place, id) && (await haveSameBytes(asideOf(id), pathOf(place)))) {
          // A move between drives that was cut short left it in both places.
          await rm(asideOf(id));
          return place.fileName;
        }
        const name = await nameToRestore(place, (candidate) => isListed(candidate, id));
        // The row first: if the app ends in between, the file is still set aside, and the next start moves it to the
        // place in the row.
        if (name !== place.fileName) commit(name);
        await moveBack(asideOf(id), joinInside(place.folder, name), tryRename);
        return name;
      });
    },
    purge: (id) => onDisk(trash, () => rm(asideOf(id), { force: true })),
    asideIds: () => readdir(trash).catch(() => []),
    copyTo: (path, destination) => copyOut(path, destination),
  };
}

/**
 * The file has both names for a moment: the row always names an existing file, whenever the app ends. Where the file
 * system has no hard links, it is a plain rename, which is undone when the row can't be changed.
 */
async function renameSaved(
  place: MediaPlace,
  wanted: { readonly name: string; readonly isListed: IsListed; readonly renaming: string },
  commit: (name: string) => void,
): Promise<string> {
  const from = pathOf(place);
  if (!(await isThere(from))) throw gone();
  const { folder } = place;
  // A name may be changed to other capitals, which the library takes for the same.
  const isOwn = (fileName: string) => fileName.toLowerCase() === place.fileName.toLowerCase();
  const isTaken = (fileName: string) => !isOwn(fileName) && wanted.isListed({ folder, fileName });
  const note = `${randomUUID()}.json`;
  const onName = (name: string) =>
    writeNote(wanted.renaming, note, { path: from, folder, names: [place.fileName, name] });
  try {
    return await nameTwice(place, { ...wanted, isTaken, onName }, commit);
  } finally {
    dropNote(wanted.renaming, note);
  }
}

/** Noted before its row changes: without the row, nothing else knows of the file that is left over. */
async function replaceSaved(
  place: MediaPlace,
  { replaced, isListed }: { readonly replaced: string; readonly isListed: IsListed },
  commit: () => Promise<void>,
): Promise<void> {
  const note = `${randomUUID()}.json`;
  const path = pathOf(place);
  await writeNote(replaced, note, { path, folder: place.folder, names: [place.fileName] });
  try {
    await commit();
    // Also where the disk took no note.
    if (!isListed(place)) await rm(path, { force: true }).catch(() => undefined);
  } finally {
    dropWaiting(replaced, note, isListed);
  }
}

interface Naming {
  readonly name: string;
  readonly isTaken: (name: string) => boolean;
  readonly onName: (name: string) => Promise<void>;
}

async function nameTwice(
  place: MediaPlace,
  { name: wanted, ...naming }: Naming,
  commit: (name: string) => void,
): Promise<string> {
  const [from, { folder }] = [pathOf(place), place];
  const linked = await linkFreeName(from, folder, wanted, naming);
  const name = linked ?? (await freeName(folder, wanted, naming.isTaken));
  const to = joinInside(folder, name);
  if (linked === null) await naming.onName(name);
  if (linked === null) await rename(from, to);
  await syncFolder(folder);
  try {
    commit(name);
  } catch (error) {
    if (linked === null) await rename(to, from);
    else await rm(to, { force: true });
    throw error;
  }
  if (linked !== null) await rm(from, { force: true });
  return name;
}

/**
 * A restore that was cut short left the file aside, and an empty file or a copy at its place. What is at the place must
 * not replace it; anything else there is not ours.
 */
async function dropSecond(place: string, aside: string): Promise<void> {
  const { size } = await stat(place);
  if (size === 0 || (await haveSameBytes(place, aside))) await rm(place, { force: true });
}

/** Replaces the empty file that reserves its name, which is removed where the move fails. */
async function moveBack(from: string, to: string, tryRename: typeof rename): Promise<void> {
  try {
    await moveAcross(from, to, tryRename);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** The name it had; an empty file of that name was left by a restore that was cut short. */
async function nameToRestore(place: MediaPlace, isListed: IsListed): Promise<string> {
  const found = await stat(pathOf(place)).catch(() => null);
  if (found?.size === 0) return place.fileName;
  return await freeName(place.folder, place.fileName, (fileName) => isListed({ ...place, fileName }));
}

/** For a folder you chose, with the permissions of other files there. It has them before it has its name. */
async function copyOut(path: string, destination: string): Promise<void> {
  if (!(await isThere(path))) throw gone();
  if (resolve(path) === resolve(destination)) return;
  const folder = parse(destination).dir;
  await onDisk(folder, async () => copyDurably(path, destination, await modeAt(destination)));
}

/** The permissions of the file that is replaced, else of a new one. */
async function modeAt(path: string): Promise<number> {
  if (!(await isThere(path))) return await usualMode(parse(path).dir);
  await access(path, constants.W_OK);
  return (await stat(path)).mode & 0o777;
}

const gone = () => new AppError({ code: 'not_found', message: 'The file is no longer on the disk.' });

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function onDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw diskError(cause, folder);
  }
}

// Moves a file, also to another drive, so that it is complete at one of the two places at any moment.

type Rename = typeof rename;

/** @param tryRename replaced in tests to act like a rename between drives */
export async function moveAcross(from: string, to: string, tryRename: Rename = rename): Promise<void> {
  try {
    await tryRename(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw cause;
    await copyDurably(from, to);
    await rm(from);
  }
  await Promise.all([syncFolder(dirname(to)), syncFolder(dirname(from))]);
}

/** Whether both are files, and hold the same bytes. A link is none. */
async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  if (!a?.isFile() || !b?.isFile() || a.size !== b.size) return false;
  const rest = createReadStream(other)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held = Buffer.alloc(0);
  for await (const piece of createReadStream(one) as AsyncIterable<Buffer>) {
    while (held.length < piece.length) {
      const next = await rest.next();
      if (next.done) return false;
      held = Buffer.concat([held, next.value]);
    }
    if (!held.subarray(0, piece.length).equals(piece)) return false;
    held = held.subarray(piece.length);
  }
  return true;
}
