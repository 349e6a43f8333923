/** What the system asks to open, read from the arguments of a start. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINK_SCHEME } from '../../../shared/opening';
import type { Core } from '../../core/core';

export type OpenTarget = Parameters<Core['open']>[0];

const ARCHIVE = /\.gatehouse$/i;

/**
 * What a start passes on to the one that runs goes through a socket or a pipe, whose limits (32 KB of a message on Linux)
 * end the running app where they are passed. A longer link is not cut, as half a prompt would be another one: it is passed
 * on as one that can't be opened.
 */
const LONGEST_LINK = 16_000;
const LONGEST_PATH = 4_096;
const MOST_TARGETS = 5;

/**
 * @param args of a person; flags and everything else that can't be opened are left out
 * @param folder that relative paths begin at
 */
export function openTargets(args: readonly string[], folder: string): readonly OpenTarget[] {
  return args.flatMap((arg) => openTarget(arg, folder) ?? []).slice(0, MOST_TARGETS);
}

function openTarget(arg: string, folder: string): OpenTarget | null {
  if (isLink(arg)) return linkTarget(arg);
  const file = arg.startsWith('file:') ? pathOf(arg) : arg;
  if (file === null || file.startsWith('-') || !ARCHIVE.test(file)) return null;
  if (file.length > LONGEST_PATH) return null;
  return { kind: 'archive', path: path.resolve(folder, file) };
}

const isLink = (arg: string): boolean =>
  arg.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;

/** A link within the limits, or one that says that it was beyond them. */
export const linkTarget = (url: string): OpenTarget => ({
  kind: 'link',
  url: Buffer.byteLength(url) > LONGEST_LINK ? `${LINK_SCHEME}://too-long` : url,
});

/** File managers pass files as addresses. */
function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
