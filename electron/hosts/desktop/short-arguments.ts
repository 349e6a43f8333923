/**
 * A start passes its whole command line on to the app that runs already. Chromium takes 32 KB of that, and the app that
 * runs ends, or never hears of it, where there is more. So a start with more begins again with less.
 */
import { spawn } from 'node:child_process';
import { LINK_SCHEME } from '../../../shared/app/opening';

/** Bytes of one link, and of all arguments: Chromium adds the folder, and what we pass on besides, once more in Base64. */
const longestLinkBytes = 8_000;
const longestBytes = 10_000;
const longestArgumentBytes = 4_096;

/** Names no action, so that the app says why nothing is opened; half of a link would be another one. */
const tooLongLink = `${LINK_SCHEME}://too-long`;

export const isLink = (text: string): boolean =>
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
