/** The one way to a file's path: none leads out of its folder. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '../../../shared/errors';

/** What stands in no name of ours, and means something else to some system: a drive, a stream, another separator. */
const FOREIGN = /[\\:\0]/;

/**
 * The path of a file inside a folder, by its name alone: without a look at the disk, so a link may still lead out.
 * Refuses rather than repairs: a name that needs cleaning was not made by us.
 * @param name relative, its parts apart by `/`
 * @throws AppError `invalid_input` for a name that leads out of the folder
 */
export function joinInside(folder: string, name: string): string {
  const parts = name.split('/');
  if (FOREIGN.test(name) || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw outside(name);
  return join(folder, ...parts);
}

/**
 * The same, and no link on the way leads out either. For whatever is read or written on somebody's word.
 * @throws AppError `invalid_input` as above, `not_found` where a folder on the way is missing
 */
export async function resolveInside(folder: string, name: string): Promise<string> {
  joinInside(folder, name);
  const root = await realpath(folder).catch(() => missing(folder));
  const wished = joinInside(root, name);
  const parent = await realpath(dirname(wished)).catch(() => missing(name));
  const path = join(parent, basename(wished));
  // Where the file itself is a link, what it points to counts; where there is none yet, its place does.
  const target = await realpath(path).catch(() => path);
  if (![path, target].every((one) => isInside(root, one))) throw outside(name);
  return path;
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function missing(name: string): never {
  throw new AppError({ code: 'not_found', message: `${name} is not there.` });
}

function outside(name: string): AppError {
  return new AppError({ code: 'invalid_input', message: `“${name}” is no name of a file in its folder.` });
}
