import * as fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { here } from '../world';
import { onDisk } from './operation';

/** An open file of the simulated disk. What is written counts as lost in a power cut until it is synced. */
export function createHandle(path: string, fd: number): FileHandle {
  const world = here();
  const { unsynced } = world.disk;
  let isOpen = true;
  const letGo = () => {
    if (isOpen) fs.closeSync(fd);
    isOpen = false;
  };
  world.life?.onDeath.add(letGo);
  const write = (bytes: Uint8Array, offset = 0, length = bytes.length - offset, position?: number | null) =>
    onDisk('write', path, () => {
      if (!unsynced.has(path)) unsynced.set(path, fs.fstatSync(fd).size);
      return { bytesWritten: fs.writeSync(fd, bytes, offset, length, position ?? null), buffer: bytes };
    });
  const read = (into: Uint8Array, offset = 0, length = into.length - offset, position?: number | null) =>
    onDisk('read', path, () => ({
      bytesRead: fs.readSync(fd, into, offset, length, position ?? null),
      buffer: into,
    }));
  const sync = () =>
    onDisk('write', path, () => {
      unsynced.delete(path);
      // A folder that is synced keeps its names.
      world.disk.names = world.disk.names.filter(({ to }) => dirname(to) !== path);
    });
  const handle = {
    ...{ fd, write, read, sync, datasync: sync },
    stat: () => onDisk('read', path, () => fs.fstatSync(fd)),
    chmod: (mode: number) => onDisk('write', path, () => fs.fchmodSync(fd, mode)),
    truncate: (length: number) => onDisk('write', path, () => fs.ftruncateSync(fd, length)),
    readFile: (options?: never) => onDisk('read', path, () => fs.readFileSync(path, options)),
    writeFile: (data: string) => write(Buffer.from(data)),
    close: () =>
      onDisk('read', path, () => {
        world.life?.onDeath.delete(letGo);
        letGo();
      }),
    [Symbol.asyncDispose]: () => handle.close(),
  };
  return handle as unknown as FileHandle;
}
