/** Files of sound, opened with the library that knows their containers. */
import {
  AdtsInputFormat,
  CustomSource,
  FlacInputFormat,
  Input,
  Logging,
  LogLevel,
  Mp3InputFormat,
  OggInputFormat,
} from 'mediabunny';
import { type ByteSource, budgeted, inBlocks, type ReadBudget } from '../bytes';

/**
 * Rows of frames, one behind the other. Left out on purpose: playlists, which can name any other file or address, and
 * containers with an index of frames, which a hostile file of a few bytes can fill with billions of them.
 */
const formats = [new Mp3InputFormat(), new OggInputFormat(), new FlacInputFormat(), new AdtsInputFormat()];

// It would print what it finds in a file.
Logging.level = LogLevel.Silent;

/**
 * Opens a container for as long as the work takes. Throws what the library throws for a broken file, and where the
 * budget is spent: there are files on which it would search for ever.
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
    // What the library keeps by itself, it reads without asking, and no budget could end that.
    maxCacheSize: 0,
    // A read that fails behind the scenes fails again where its bytes are needed.
    handleUnhandledError: () => undefined,
  });
}
