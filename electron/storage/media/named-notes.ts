/**
 * Notes of names that files are about to get. A name and its row can't be given in one step: after an end of the app in
 * between, the note says which file waits for its row, or which of two names is left over.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { MediaPlace } from '../../core/ports/media-files';
import { type IsListed, joinInside, pathOf } from './inside';
import { makePrivateFolder, writeAll, writeFileDurably } from './partial';

const noteSchema = z.object({
  folder: z.string(),
  /** All names that the file has, or may have. */
  names: z.array(z.string()).min(1).max(2),
  /** By which it is known to be this file: links and renames keep it. */
  inode: z.string(),
});
type Note = z.infer<typeof noteSchema>;

const inodeOf = (path: string): string => String(statSync(path, { bigint: true }).ino);

/** Without room for a note the file is named all the same. */
export async function writeNote(
  noteFolder: string,
  name: string,
  { path, folder, names }: Pick<Note, 'folder' | 'names'> & { readonly path: string },
): Promise<void> {
  try {
    const inode = String((await stat(path, { bigint: true })).ino);
    await makePrivateFolder(noteFolder);
    dropNote(noteFolder, name);
    const text = JSON.stringify({ folder, names, inode } satisfies Note);
    await writeFileDurably(joinInside(noteFolder, name), (file) => writeAll(file, Buffer.from(text)));
  } catch {
    dropNote(noteFolder, name);
  }
}

/** What is left of one is read with the next start. */
export function dropNote(noteFolder: string, name: string): void {
  try {
    rmSync(joinInside(noteFolder, name), { force: true });
  } catch {
    // The disk may take nothing now.
  }
}

function readNote(noteFolder: string, name: string): Note | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(joinInside(noteFolder, name), 'utf8')));
  } catch {
    // Incomplete: then the file has only its temporary name.
    return null;
  }
}

const namesThere = ({ folder, names, inode }: Note): readonly string[] =>
  names.filter((name) => {
    const path = pathOf({ folder, fileName: name });
    return existsSync(path) && inodeOf(path) === inode;
  });

/** The file of a note that is there and has no row yet. */
export function waitingFile(noteFolder: string, name: string, isListed: IsListed): MediaPlace | null {
  const note = readNote(noteFolder, name);
  if (note === null) return null;
  const [fileName] = namesThere(note);
  if (fileName === undefined) return null;
  const place = { folder: note.folder, fileName };
  return isListed(place) ? null : place;
}

/** Deletes the file of a note that has no row, and the note. */
export function dropWaiting(noteFolder: string, name: string, isListed: IsListed): void {
  try {
    const place = waitingFile(noteFolder, name, isListed);
    if (place !== null) rmSync(pathOf(place), { force: true });
    dropNote(noteFolder, name);
  } catch {
    // With the next start.
  }
}

/** Files whose rows name other ones by now, and which were still there as the app ended. */
export function dropReplaced(noteFolder: string, isListed: IsListed): void {
  if (!existsSync(noteFolder)) return;
  for (const name of readdirSync(noteFolder)) dropWaiting(noteFolder, name, isListed);
}

/** Of a file that has two names, or the wrong one: it keeps the one that its row says. */
export function settleRenames(noteFolder: string, isListed: IsListed): void {
  if (!existsSync(noteFolder)) return;
  for (const name of readdirSync(noteFolder)) {
    const note = readNote(noteFolder, name);
    if (note !== null) settleRename(note, isListed);
    dropNote(noteFolder, name);
  }
}

function settleRename(note: Note, isListed: IsListed): void {
  const place = (fileName: string) => ({ folder: note.folder, fileName });
  const listed = note.names.filter((fileName) => isListed(place(fileName)));
  const there = namesThere(note);
  const [right, second] = listed;
  // Where both or neither have a row, nothing is left over for sure.
  if (right === undefined || second !== undefined) return;
  try {
    const [other] = there.filter((fileName) => fileName !== right);
    if (other === undefined) return;
    if (there.includes(right)) rmSync(pathOf(place(other)), { force: true });
    else if (!existsSync(pathOf(place(right)))) renameSync(pathOf(place(other)), pathOf(place(right)));
  } catch {
    // The drive may not be connected.
  }
}
