/** Results as one archive, for a person to save. */
import { AppError } from '../../../shared/errors';
import type { MediaItem } from '../../../shared/media/media';
import type { MediaPlace } from '../ports/media-files';
import type { Ports } from '../ports/ports';
import type { PagedFile } from './board-page';

interface ExportHelp {
  /** @returns whether its file is gone */
  readonly noteMissing: (id: string) => Promise<boolean>;
  readonly placeOf: (id: string) => MediaPlace;
}

interface Exported {
  readonly exportId: string;
  readonly files: number;
  readonly missing: number;
}

/** Another window may be downloading the one before; each may be as large as the library. */
const KEPT_EXPORTS = 2;

interface PageWriter {
  /** Of a file in the folder beside the page. */
  readonly nameOf: (item: MediaItem, at: number) => string;
  readonly pageOf: (files: readonly PagedFile[]) => string;
}

export interface Exports {
  files(ids: readonly string[]): Promise<Exported>;
  /** Results with a page about them. */
  page(items: readonly MediaItem[], options: PageWriter): Promise<Exported>;
}

export function createExports(ports: Pick<Ports, 'files' | 'clock'>, help: ExportHelp): Exports {
  const kept: string[] = [];
  const { files, clock } = ports;
  const pack = async (
    ids: readonly string[],
    write: (present: readonly string[], exportId: string) => Promise<void>,
  ) => {
    const present = await presentOf(ids, help);
    const exportId = clock.newId();
    await write(present, exportId);
    kept.push(exportId);
    for (const id of kept.splice(0, kept.length - KEPT_EXPORTS)) void files.dropExport(id);
    return { exportId, files: present.length, missing: ids.length - present.length };
  };
  return {
    files: (ids) => pack(ids, (present, exportId) => files.zip(present.map(help.placeOf), exportId)),
    page: (items, { nameOf, pageOf }) =>
      pack(
        items.map(({ id }) => id),
        async (present, exportId) => {
          const shown = items.filter(({ id }) => present.includes(id));
          const named = shown.map((item, at) => ({ place: help.placeOf(item.id), name: nameOf(item, at) }));
          await files.zipPage(named, exportId, (names) =>
            pageOf(shown.map((item, at) => ({ item, name: names[at] ?? '' }))),
          );
        },
      ),
  };
}

async function presentOf(ids: readonly string[], { noteMissing }: ExportHelp): Promise<readonly string[]> {
  // What another window deleted for good meanwhile is missing, too.
  const missing = await Promise.all(ids.map((id) => noteMissing(id).catch(() => true)));
  const present = ids.filter((_, index) => missing[index] === false);
  if (present.length > 0) return present;
  throw new AppError({ code: 'not_found', message: 'None of these files is on the disk.' });
}
