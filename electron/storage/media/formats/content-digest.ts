/** The hash of a file's content: the same for two files that differ only in the origin that was written into them. */
import { createHash, type Hash } from 'node:crypto';
import type { MediaOrigin } from '../../../../shared/media/media';
import { type ByteSource, withSource } from '../bytes';
import { planOrigin } from './origin';
import { lengthOf, type Piece, stretch } from './pieces';

/** Takes the place of the origin of each file, so that what is left to differ is the content. */
const noOrigin: MediaOrigin = {
  modality: 'image',
  model: '',
  prompt: '',
  parameters: {},
  extra: {},
  jobId: '',
  cost: null,
  createdAt: 0,
};

/** `null` where the file can't be read. Never throws. */
export async function contentDigest(path: string, contentType: string): Promise<string | null> {
  try {
    return await withSource(path, async (source) => {
      const pieces = await planOrigin(source, contentType, noOrigin).catch(() => null);
      const hash = createHash('sha256');
      for (const piece of pieces ?? [stretch(0, source.size)]) await add(hash, source, piece);
      return hash.digest('hex');
    });
  } catch {
    return null;
  }
}

const READ_BYTES = 1024 * 1024;

async function add(hash: Hash, source: ByteSource, piece: Piece): Promise<void> {
  if (piece instanceof Uint8Array) return void hash.update(piece);
  if (piece.change) return void hash.update(piece.change(await source.read(piece.start, lengthOf(piece))));
  for (let at = piece.start; at < piece.end; ) {
    const bytes = await source.read(at, Math.min(READ_BYTES, piece.end - at));
    if (bytes.length === 0) throw new Error('The file became shorter while it was read.');
    hash.update(bytes);
    at += bytes.length;
  }
}
