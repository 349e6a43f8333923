/** Ogg and transport streams, opened with the library that reads their containers. */
import { CustomSource, Input, Logging, LogLevel, MpegTsInputFormat, OggInputFormat } from 'mediabunny';
import { type ByteSource, budgeted, inBlocks, type ReadBudget } from '../bytes';

/**
 * Formats that are a sequence of frames. Left out on purpose: playlists, which can name any other file or address;
 * containers with an index of frames, which a hostile file of a few bytes can fill with billions of them; and FLAC and AAC,
 * of which a few hundred bytes without a frame keep the library searching for seconds or forever.
 */
const formats = [new OggInputFormat(), new MpegTsInputFormat()];

// The library would print what it finds in a file.
Logging.level = LogLevel.Silent;

/**
 * Opens a container for as long as the work runs. Throws what the library throws for a broken file, and where the
 * budget is spent: on some files the library would search forever.
 */
export async function withContainer<Result>(
  source: ByteSource,
  budget: ReadBudget,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  const input = new Input({ formats, source: sourceOf(budgeted(inBlocks(source), budget)) });
  try {
    return await work(input);
  } finally {
    input.dispose();
  }
}

function sourceOf(source: ByteSource): CustomSource {
  return new CustomSource({
    getSize: () => source.size,
    read: async (start, end) => {
      const bytes = await source.read(start, end - start);
      if (bytes.length < end - start) throw new Error('The file ends early.');
      return bytes;
    },
    // What the library caches itself, it reads without the source, so no budget could end that.
    maxCacheSize: 0,
    // A read that fails in the background fails again where its bytes are needed.
    handleUnhandledError: () => undefined,
  });
}
