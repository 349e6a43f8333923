/** Archives of results, kept in the data folder until a person has saved them. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFiles } from '../../core/ports/media-files';
import { checkedId, joinInside, pathOf } from './inside';
import { makePrivateFolder } from './partial';
import { tidyAway } from './tidy-away';
import type { MediaTools } from './tools';

export function createExportFiles(
  home: string,
  tools: Pick<MediaTools, 'zip' | 'zipPage'>,
): Pick<MediaFiles, 'zip' | 'zipPage' | 'exportPath' | 'dropExport'> {
  const folder = join(home, 'exports');
  const exportPath = (id: string) => joinInside(folder, `${checkedId(id)}.zip`);
  // Left by an earlier run; called before this run creates any.
  tidyAway(folder);
  return {
    async zip(places, exportId) {
      await makePrivateFolder(folder);
      const files = places.map((place) => ({ path: pathOf(place), name: place.fileName }));
      await tools.zip(files, exportPath(exportId));
    },
    async zipPage(named, exportId, pageOf) {
      await makePrivateFolder(folder);
      const files = named.map(({ place, name }) => ({ path: pathOf(place), name }));
      await tools.zipPage(files, exportPath(exportId), pageOf);
    },
    exportPath,
    dropExport: (id) => rm(exportPath(id), { force: true }).catch(() => undefined),
  };
}
