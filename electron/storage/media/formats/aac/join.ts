/** AAC in ADTS frames: each begins with its own setup, so the frames of all parts in a row are one stream. */
import type { FileHandle } from 'node:fs/promises';
import { type ByteSource, withSource } from '../../bytes';
import { brokenPart, differingPart } from '../join-errors';
import { endOfTags } from '../mp3/tag';
import { stretch, writePieces } from '../pieces';

const HEAD_BYTES = 7;

/** What every frame has in common: version, profile, sample rate, channels. */
type Setup = string;

export async function joinAdts(parts: readonly string[], file: FileHandle): Promise<void> {
  let first: Setup | null = null;
  for (const [index, path] of parts.entries())
    await withSource(path, async (source) => {
      const start = await endOfTags(source);
      const setup = await wholeRow(source, start);
      if (setup === null) throw brokenPart(index);
      first ??= setup;
      if (setup !== first) throw differingPart(index);
      await writePieces(source, [stretch(start, source.size)], file);
    });
}

/** `null` where the file is not frames of one kind to its last byte. */
async function wholeRow(source: ByteSource, start: number): Promise<Setup | null> {
  let first: Setup | null = null;
  for (let at = start; at < source.size; ) {
    const head = await source.read(at, HEAD_BYTES);
    const frame = frameAt(head);
    first ??= frame?.setup ?? null;
    if (frame === null || frame.setup !== first || at + frame.bytes > source.size) return null;
    at += frame.bytes;
  }
  return first;
}

function frameAt(head: Uint8Array): { setup: Setup; bytes: number } | null {
  const [sync, kind = 0, format = 0, more = 0, length = 0, rest = 0] = head;
  const isSync = head.length === HEAD_BYTES && sync === 0xff && (kind & 0xf6) === 0xf0;
  const bytes = ((more & 3) << 11) | (length << 3) | (rest >> 5);
  const channels = ((format & 1) << 2) | (more >> 6);
  // Without a number of channels, the setup is inside the frame.
  if (!isSync || ((format >> 2) & 15) > 12 || bytes < HEAD_BYTES || channels === 0) return null;
  return { setup: `${kind & 0xfe} ${format & 0xfc} ${channels}`, bytes };
}
