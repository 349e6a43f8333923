/**
 * The command line of a start: what it asks to open, and how a later start passes its own on to the app
 * that runs already.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LINK_SCHEME } from '../../../shared/app/opening';
import type { Core } from '../../core/core';

/** Bytes of one link, and of all arguments: Chromium adds the folder, and what we pass on besides, once more in Base64. */
const longestLinkBytes = 8_000;
const longestBytes = 10_000;
const longestArgumentBytes = 4_096;

/** Names no action, so that the app says why nothing is opened; half of a link would be another one. */
const tooLongLink = `${LINK_SCHEME}://too-long`;

const isLink = (text: string): boolean =>
  text.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`;

export const boundedLink = (link: string): string =>
  Buffer.byteLength(link) > longestLinkBytes ? tooLongLink : link;

/** The arguments that are short enough to be passed on; `null` where all are. */
export function shortArguments(args: readonly string[]): readonly string[] | null {
  let left = longestBytes;
  const kept = args
    .map((arg) => (isLink(arg) ? boundedLink(arg) : arg))
    .filter((arg) => {
      const bytes = Buffer.byteLength(arg) + 1;
      if (bytes > left || (!isLink(arg) && bytes > longestArgumentBytes)) return false;
      left -= bytes;
      return true;
    });
  return kept.length === args.length && kept.every((arg, at) => arg === args[at]) ? null : kept;
}

/** Begins again, and ends this start at once: Chromium has not started yet. */
export function startAgain(args: readonly string[]): never {
  const program = process.env.APPIMAGE ?? process.execPath;
  const next = spawn(program, [...args], { detached: true, stdio: 'ignore' });
  next.on('error', () => undefined);
  next.unref();
  process.exit(0);
}

/** What the system asks to open, read from the arguments of a start. */
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
