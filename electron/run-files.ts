/** The files of `gatehouse run`: the one that is run, and what it names in its folder and below. Nothing else is read. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ExperimentFileError } from '../shared/lab/files/reading';
import { whyOf } from './file-reasons';

/**
 * @param besides the file that names it; links out of its folder lead nowhere
 * @throws ExperimentFileError where the file itself can't be read, or it names a hidden one
 */
export function read(name: string, besides?: string): Buffer | null {
  if (besides === undefined) return readMain(name);
  const found = foundBelow(name, besides);
  if (found === null) return null;
  requireShown(name, found.way);
  return readPlain(found.path);
}

/** Where a name leads, and how it goes there from the folder; `null` where that is out of it, or nowhere. */
function foundBelow(name: string, besides: string): { readonly path: string; readonly way: string } | null {
  try {
    const folder = realpathSync(dirname(resolve(besides)));
    const path = realpathSync(resolve(folder, name));
    const way = relative(folder, path);
    return way.split(sep)[0] === '..' || isAbsolute(way) ? null : { path, way };
  } catch {
    return null;
  }
}

/** A pipe or a device may have no end. */
function readPlain(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** `.env`, `.git` and their like hold keys, and what a file names is sent, printed and written into results. */
function requireShown(name: string, way: string): void {
  const hidden = way.split(sep).find((part) => part.startsWith('.'));
  if (hidden === undefined) return;
  const what = basename(name) === hidden ? 'is hidden' : `leads to “${hidden}”, which is hidden`;
  throw new ExperimentFileError(
    `“${name}” ${what}, and is not read: hidden files may hold keys. Copy what is to be sent into another file.`,
  );
}

function readMain(name: string): Buffer {
  try {
    return readFileSync(resolve(name));
  } catch (error) {
    throw new ExperimentFileError(`Couldn’t read “${name}”: ${whyOf(error)}.`);
  }
}

/** A folder that somebody else made may hold a link of this name, to any file of this computer. */
const isLink = (name: string): boolean =>
  lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Opens it as a write will: permissions alone don't show a folder that is missing, or a read-only disk. */
export function whyNotWritten(name: string): string | null {
  if (isLink(name)) return 'it is a link. Name the file that it leads to';
  const isThere = existsSync(name);
  try {
    closeSync(openSync(name, 'a'));
    if (!isThere) unlinkSync(name);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'its folder does not exist' : whyOf(error);
  }
}

// Windows has no such flag, and lets few people make links.
const noLink = constants.O_NOFOLLOW ?? 0;

/**
 * Whole or not at all: an earlier file stays where the disk is full.
 * @throws with the reason where it can't be written, or has become a link since it was looked at
 */
export function writeResults(name: string, text: string): void {
  try {
    const earlier = lstatSync(name, { throwIfNoEntry: false });
    if (earlier === undefined || (earlier.isFile() && earlier.nlink === 1))
      replace(name, text, earlier?.mode);
    else writeOver(name, text);
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  }
}

/** Written beside, then put in its place. */
function replace(name: string, text: string, mode = 0o666): void {
  const beside = join(dirname(name), `.${basename(name)}.${process.pid}.part`);
  const file = openBeside(beside, mode);
  // A folder may hold a file that can be written, and take no other.
  if (file === null) {
    writeOver(name, text);
    return;
  }
  try {
    writeThrough(file, text);
    renameSync(beside, name);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function openBeside(name: string, mode: number): number | null {
  try {
    return openSync(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, mode & 0o777);
  } catch {
    return null;
  }
}

/** In place: a pipe, a device, or a file of several names. */
function writeOver(name: string, text: string): void {
  writeThrough(openSync(name, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noLink), text);
}

function writeThrough(file: number, text: string): void {
  try {
    writeFileSync(file, text);
    if (fstatSync(file).isFile()) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** More than a suite has; a home folder has more, and a suite of a part of them would look as if it passed. */
const mostFiles = 20_000;
const deepest = 12;
const tooMany = `The folder of the file holds more than ${mostFiles.toLocaleString('en')} files. Put the file and its tests in a folder of their own.`;

/** @throws ExperimentFileError where there are too many to look at */
export function filesBeside(file: string): readonly string[] {
  const found: string[] = [];
  const own = basename(file);
  const look = (folder: string, before: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (found.length >= mostFiles) throw new ExperimentFileError(tooMany);
      const name = `${before}${entry.name}`;
      if (entry.isFile() && name !== own) found.push(name);
      const isOpen = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
      if (isOpen && depth < deepest) look(join(folder, entry.name), `${name}/`, depth + 1);
    }
  };
  look(dirname(resolve(file)), '', 0);
  return found.toSorted();
}

/** A folder that can't be read has none. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
