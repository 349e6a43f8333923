/** What the system asks to open, read from the arguments of a start. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from '../../core/core';
import { boundedLink, isLink } from './short-arguments';

export type OpenTarget = Parameters<Core['open']>[0];

const ARCHIVE = /\.gatehouse$/i;

const MOST_TARGETS = 5;

/**
 * @param args of a person; flags and everything else that can't be opened are left out
 * @param folder that relative paths begin at
 */
export function openTargets(args: readonly string[], folder: string): readonly OpenTarget[] {
  return args.flatMap((arg) => openTarget(arg, folder) ?? []).slice(0, MOST_TARGETS);
}

function openTarget(arg: string, folder: string): OpenTarget | null {
  if (isLink(arg)) return { kind: 'link', url: boundedLink(arg) };
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
