/** Replaces `node:fs/promises`: real files, one operation at a time on the simulated clock. */
import * as fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { here } from '../world';
import { createHandle } from './handle';
import { errno, onDisk, refuseHeld } from './operation';

export * from 'node:fs/promises';

export const open = async (path: string, flags = 'r', mode?: number): Promise<FileHandle> =>
  createHandle(
    path,
    await onDisk(flags === 'r' ? 'read' : 'write', path, () => fs.openSync(path, flags, mode)),
  );

export const access = (path: string, mode?: number) => onDisk('read', path, () => fs.accessSync(path, mode));
export const stat = (path: string) => onDisk('read', path, () => fs.statSync(path));
export const lstat = (path: string) => onDisk('read', path, () => fs.lstatSync(path));
export const statfs = (path: string) => onDisk('read', path, () => fs.statfsSync(path));
export const realpath = (path: string) => onDisk('read', path, () => fs.realpathSync(path));
export const readdir = (path: string, options?: never) =>
  onDisk('read', path, () => fs.readdirSync(path, options).sort());
export const readFile = (path: string, options?: never) =>
  onDisk('read', path, () => fs.readFileSync(path, options));
export const mkdir = (path: string, options?: fs.MakeDirectoryOptions) =>
  onDisk('write', path, () => fs.mkdirSync(path, options));
export const chmod = (path: string, mode: number) => onDisk('write', path, () => fs.chmodSync(path, mode));
export const utimes = (path: string, at: Date, modified: Date) =>
  onDisk('write', path, () => fs.utimesSync(path, at, modified));

/** A file can be deleted even on a full disk. */
export const rm = (path: string, options?: fs.RmOptions) =>
  onDisk('read', path, () => {
    refuseHeld(path);
    here().disk.unsynced.delete(path);
    fs.rmSync(path, options);
  });
export const unlink = (path: string) => rm(path);

export const rename = (from: string, to: string) =>
  onDisk('rename', from, () => {
    refuseAcross(from, to);
    noteName(from, to);
    fs.renameSync(from, to);
    moveMark(from, to);
  });

export const link = (from: string, to: string) =>
  onDisk('rename', from, () => {
    refuseAcross(from, to);
    fs.linkSync(from, to);
    const { disk } = here();
    disk.names = [...disk.names, { from, to, replaced: null }];
    const mark = here().disk.unsynced.get(from);
    if (mark !== undefined) here().disk.unsynced.set(to, mark);
  });

export const copyFile = (from: string, to: string, mode?: number) =>
  onDisk('write', to, () => {
    fs.copyFileSync(from, to, mode);
    here().disk.unsynced.set(to, 0);
  });

export const writeFile = (path: string, data: string | Uint8Array, options?: fs.WriteFileOptions) =>
  onDisk('write', path, () => {
    fs.writeFileSync(path, data, options);
    here().disk.unsynced.set(path, 0);
  });

/** Home and media may be on two drives. */
function refuseAcross(from: string, to: string): void {
  const { disk, folder } = here();
  const driveOf = (path: string) => path.startsWith(`${folder}/media`);
  if (disk.isSplit && driveOf(from) !== driveOf(to)) throw errno('EXDEV', 'rename', from);
}

/** Only small files are kept as they were; a larger one is never replaced by its name. */
function noteName(from: string, to: string): void {
  const { disk } = here();
  const known = fs.statSync(to, { throwIfNoEntry: false });
  const replaced = known?.isFile() && known.size < 65_536 ? fs.readFileSync(to) : null;
  disk.names = [...disk.names, { from, to, replaced }];
}

function moveMark(from: string, to: string): void {
  const { unsynced } = here().disk;
  const mark = unsynced.get(from);
  unsynced.delete(from);
  if (mark === undefined) unsynced.delete(to);
  else unsynced.set(to, mark);
}
