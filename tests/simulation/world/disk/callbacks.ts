/** Replaces `fs` for the archive libraries: the same disk, with callbacks. */
import * as fs from 'node:fs';
import { type Effect, onDisk } from './operation';

type Done<Value extends unknown[]> = (error: Error | null, ...value: Value) => void;

/** Never called back once the process is dead. */
function tell<Value extends unknown[]>(
  effect: Effect,
  work: () => Value,
  path: string,
  done: Done<Value>,
): void {
  onDisk(effect, path, work).then(
    (value) => done(null, ...value),
    (error: Error) => done(error, ...([] as unknown as Value)),
  );
}

export const open = (path: string, flags: string, done: Done<[number]>): void =>
  tell<[number]>('read', () => [fs.openSync(path, flags)], path, done);

export const fstat = (fd: number, done: Done<[fs.Stats]>): void =>
  tell<[fs.Stats]>('read', () => [fs.fstatSync(fd)], String(fd), done);

export function read(
  fd: number,
  into: Buffer,
  offset: number,
  length: number,
  position: number,
  done: Done<[number, Buffer]>,
): void {
  tell<[number, Buffer]>(
    'read',
    () => [fs.readSync(fd, into, offset, length, position), into],
    String(fd),
    done,
  );
}

export function close(fd: number, done: Done<[]>): void {
  const work = (): [] => {
    fs.closeSync(fd);
    return [];
  };
  tell('read', work, String(fd), done);
}
