/** What the system asks to open, read from the arguments of a start. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINK_SCHEME } from '../../../shared/opening';
import type { Core } from '../../core/core';

export type OpenTarget = Parameters<Core['open']>[0];

const ARCHIVE = /\.gatehouse$/i;

/**
 * @param args of a person; flags and everything else that can't be opened are left out
 * @param folder that relative paths begin at
 */
export function openTargets(args: readonly string[], folder: string): readonly OpenTarget[] {
  return args.flatMap((arg) => openTarget(arg, folder) ?? []);
}

function openTarget(arg: string, folder: string): OpenTarget | null {
  if (arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)) return { kind: 'link', url: arg };
  const file = arg.startsWith('file:') ? pathOf(arg) : arg;
  if (file === null || file.startsWith('-') || !ARCHIVE.test(file)) return null;
  return { kind: 'archive', path: path.resolve(folder, file) };
}

/** File managers pass files as addresses. */
function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
