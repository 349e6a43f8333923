/** Replaces the thumbnail thread: any small image is enough here. */
import { dirname } from 'node:path';
import { withPartial, writeAll, writeFileDurably } from '../../../electron/storage/media/partial';
import { png } from '../far/media';
import { rename } from './disk/promises';
import { createRandom } from './random';

const small = png(createRandom('small picture')).bytes;

export function createThumbnailer() {
  return {
    async make(_source: string, destination: string) {
      await withPartial(dirname(destination), async (partial) => {
        await writeFileDurably(partial, (file) => writeAll(file, small));
        await rename(partial, destination);
      });
      return { width: 8, height: 8 };
    },
    close: async () => {},
  };
}
