import { readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '../../../shared/limits';
import { bytesSource } from './bytes';
import { type ImageSize, imageSize } from './formats/image-size';
import { sniffMedia } from './formats/sniff';
import { withPartial, writeAll, writeFileDurably } from './partial';
import { turnUpright } from './strip/turn';

/** {@link turnUpright} from a file to another one. */
export async function writeUpright(source: string, destination: string): Promise<ImageSize> {
  const bytes = await readFile(source);
  const contentType = sniffMedia(bytes)?.contentType ?? '';
  const turned = await turnUpright(bytes, contentType, limits.attachmentBytes);
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => writeAll(file, turned));
    await rename(partial, destination);
  });
  return (await imageSize(bytesSource(turned), contentType)) ?? { width: 0, height: 0 };
}
