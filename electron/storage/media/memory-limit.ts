/** Ends this process where decoding takes more memory than any image that is allowed. */
import { MEMORY_EXIT_CODE } from './decoder-end';

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
