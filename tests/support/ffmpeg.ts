/** FFmpeg, which reads and writes what this project has no code for. Its program comes with the packages of the tests. */
import { execFileSync } from 'node:child_process';
import ffmpeg from '@ffmpeg-installer/ffmpeg';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** @throws Error with what it printed, where it fails */
export function runFfmpeg(...options: readonly string[]): Buffer {
  return execFileSync(ffmpeg.path, ['-nostdin', '-v', 'error', '-y', ...options], {
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What a player gets: the time and digest of every decoded frame of every stream, up to where it can decode. */
export function decodedFrames(path: string): string {
  const all = runFfmpeg('-i', path, '-map', '0:v?', '-map', '0:a?', '-f', 'framemd5', '-').toString();
  return all.replaceAll(/^#software.*$/gm, '');
}

/** The same of a file that may be broken: what is decoded up to where it fails, or that nothing is. */
export function playedFrames(path: string): string {
  try {
    return decodedFrames(path);
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? '').replaceAll(/^#software.*$/gm, '');
  }
}

/** The samples of the first sound, as 16-bit numbers. */
export function decodedSamples(path: string): Int16Array {
  const bytes = runFfmpeg('-i', path, '-f', 's16le', '-');
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
}

/** The tags of a file by name, in the form of lines `name=text`, with those of chapters. */
export function tagsOf(path: string): string {
  return runFfmpeg('-i', path, '-f', 'ffmetadata', '-').toString();
}
