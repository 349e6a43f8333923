/** How a process that decodes images came to its end, and what that says of the image it was decoding. */
import { constants } from 'node:os';
import type { Undecoded } from '../../../shared/media/media';

/** Of a process that ends itself for its memory, as a shell knows one that the system has ended for it. */
const MEMORY_EXIT_CODE = 137;

/** The signals of a crash. Any other one came from outside, such as that of a session's end. */
const crashSignals = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE'] as const;

/** An exception of Windows, as an exit code. */
const LEAST_EXCEPTION = 0xc000_0000;

/**
 * @param code Electron states the number of a signal here
 * @param signal as Node states it
 * @returns `null` where the end says nothing of the image
 */
export function whyEnded(code: number | null, signal?: NodeJS.Signals | null): Undecoded | null {
  const number = signal ? constants.signals[signal] : (code ?? 0);
  // Ended by the system, which does so where memory runs out.
  if (code === MEMORY_EXIT_CODE || number === constants.signals.SIGKILL) return 'memory';
  const isCrash = crashSignals.some((name) => constants.signals[name] === number);
  return isCrash || number >>> 0 >= LEAST_EXCEPTION ? 'crash' : null;
}

/** An image that no process can decode, though its bytes look like one that can be. */
export class UndecodedError extends Error {
  constructor(readonly why: Undecoded) {
    super(`The image could not be decoded: ${undecodedTexts[why]}.`);
  }
}

export const undecodedTexts: Readonly<Record<Undecoded, string>> = {
  memory: 'decoding it takes too much memory',
  time: 'decoding it takes too long',
  crash: 'its decoder crashed',
};

// Ends this process where decoding takes more memory than any image that is allowed.

/**
 * An image of 100 million pixels takes 400 MB, and its file at most 512 MB; the rest is for what a decoder needs beside
 * them.
 */
const MOST_BYTES = 1536 * 1024 * 1024;
/** Memory of a gigabyte takes longer to be filled. */
const EVERY_MS = 100;

/** Decoding runs on other threads than this timer. It does not keep the process running. */
export function endAbove(bytes: number = MOST_BYTES): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > bytes) process.exit(MEMORY_EXIT_CODE);
  }, EVERY_MS).unref();
}
