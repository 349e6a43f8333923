/** One operation on the simulated disk: it takes its time, may fail, and may be the last of the process. */
import { existsSync } from 'node:fs';
import { here, isOn, maybeHere, never, operate, pass, type World } from '../world';

export type Effect = 'read' | 'write' | 'rename';

const codes = { full: 'ENOSPC', readonly: 'EROFS', broken: 'EIO' } as const;

/** Asks for it from the app; never settles once the process is dead. */
export async function onDisk<Value>(effect: Effect, path: string, work: () => Value): Promise<Value> {
  const world = here();
  const { life, disk, noise } = world;
  await pass(world, disk.slowMs + noise.next());
  try {
    operate(world, life);
  } catch {
    return never();
  }
  refuse(world, effect, path);
  return work();
}

export function refuse(world: World, effect: Effect, path: string): void {
  const { disk } = world;
  if (effect === 'rename' && disk.renames !== null && disk.renames.count > 0) {
    disk.renames.count -= 1;
    throw errno(disk.renames.code, effect, path);
  }
  if (!isOn(world, disk.files)) return;
  const { kind } = disk.files;
  if (kind === 'broken' ? effect === 'read' || effect === 'write' : effect !== 'read')
    throw errno(codes[kind], effect, path);
}

export function errno(code: string, syscall: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
}

/** On some systems no file can be deleted while another program reads it. */
export function refuseHeld(path: string): void {
  const disk = maybeHere()?.disk;
  if (disk === undefined || disk.heldFiles === 0 || !existsSync(path)) return;
  disk.heldFiles -= 1;
  throw errno('EBUSY', 'rm', path);
}
