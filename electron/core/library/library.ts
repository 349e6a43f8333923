import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { MediaItem, MediaPage, TrashPage } from '../../../shared/media/media';
import type { EqualFiles, SettingCount, TagCount } from '../../../shared/media/order';
import type { EventBus } from '../events';
import type { MediaPlace } from '../ports/media-files';
import type { Ports } from '../ports/ports';
import { eachFile } from './each-file';
import { createExports, type Exports } from './exports';
import { createOrder } from './order';
import { createRemoval, type Removal } from './removal';

/** The user's commands for results. Files are served to windows by the host, which calls `locate`. */
export interface Library {
  page(input: CheckedInput<'library.page'>): Promise<MediaPage>;
  tags(): readonly TagCount[];
  equalFiles(): Promise<EqualFiles>;
  rate(input: CheckedInput<'media.rate'>): void;
  tag(input: CheckedInput<'media.tag'>): void;
  note(input: CheckedInput<'media.note'>): void;
  models(): readonly string[];
  settings(): readonly SettingCount[];
  star(input: CheckedInput<'media.star'>): void;
  starAll(input: CheckedInput<'media.starAll'>): void;
  rename(input: CheckedInput<'media.rename'>): Promise<{ fileName: string }>;
  remove(ids: readonly string[]): Promise<void>;
  restore(ids: readonly string[]): Promise<void>;
  trash(input: CheckedInput<'media.trash'>): TrashPage;
  emptyTrash(input: CheckedInput<'media.emptyTrash'>): Promise<void>;
  check(ids: readonly string[]): Promise<void>;
  readonly exports: Exports;
  saveAs(input: CheckedInput<'media.saveAs'>): Promise<{ isSaved: boolean }>;
  reveal(id: string): void;
  drag(ids: readonly string[]): void;
  /** The file to serve for an id, `null` where there is none. */
  locate(id: string, part: 'file' | 'thumbnail'): LocatedFile | null;
  /** The path of a copy to show or play in its place; `null` where it needs none. */
  shownCopy(id: string): Promise<string | null>;
  /** Deletes for good what has been in the trash for as long as the settings say. Called when the app opens. */
  purge(): Promise<void>;
}

export interface LocatedFile {
  readonly path: string;
  readonly contentType: string;
  readonly fileName: string;
}

export function createLibrary(ports: Ports, events: EventBus): Library {
  const { storage, files } = ports;
  const { media } = storage;
  const removal = createRemoval(ports);
  const find = (id: string) => found(ports, id);
  /** Says nothing of what is in the trash: a window would show it again. */
  const changed = (id: string) => {
    const { item } = find(id);
    if (!media.isRemoved(id)) events.emit({ type: 'media.changed', media: item });
  };
  const starAll = ({ ids, isStarred }: CheckedInput<'media.starAll'>) => {
    const present = ids.filter((id) => media.get(id) && !media.isRemoved(id));
    if (present.length === 0) throw gone();
    storage.transaction(() => {
      for (const id of present) media.update(id, { isStarred });
    });
    for (const id of present) changed(id);
  };
  const { selected, ...order } = createOrder(ports, changed);
  const noteMissing = async (id: string) => {
    const { item, place } = find(id);
    const isMissing = !(await files.exists(place));
    // A file in the trash isn’t at its place either, and isn’t missing.
    if (isMissing === item.isMissing || media.isRemoved(id)) return isMissing;
    media.update(id, { isMissing });
    changed(id);
    return isMissing;
  };

  return {
    page: async ({ filter, cursor, limit }) => media.page(await selected(filter), cursor, limit),
    tags: () => media.tags(),
    ...order,
    models: () => media.models(),
    settings: () => media.settings(),
    star: ({ id, isStarred }) => starAll({ ids: [id], isStarred }),
    starAll,
    async rename({ id, fileName }) {
      const { place } = find(id);
      const commit = (name: string) => media.update(id, { fileName: name });
      const renamed = await files.rename(place, fileName, commit);
      changed(id);
      return { fileName: renamed };
    },
    remove: (ids) =>
      eachFile(ids, async (id) => {
        await removal.remove(id, () => find(id).place);
        events.emit({ type: 'media.removed', ids: [id] });
      }),
    restore: (ids) =>
      eachFile(ids, async (id) => {
        await removal.restore(id, () => find(id).place);
        await noteMissing(id);
        changed(id);
      }),
    trash: ({ cursor, limit }) => media.trash(cursor, limit),
    emptyTrash: (input) => emptyTrash(ports, events, removal, input),
    async check(ids) {
      for (const id of ids) {
        if (!media.get(id) || media.isRemoved(id) || (await noteMissing(id)) || !media.hasOldFacts(id))
          continue;
        if (await readFactsAgain(ports, id, find(id))) changed(id);
      }
    },
    exports: createExports(ports, { noteMissing, placeOf: (id) => find(id).place }),
    saveAs: (input) => saveAs(ports, input, find),
    reveal: (id) => reveal(ports, find(id).place),
    drag: (ids) => dragOut(ports, ids),
    locate: (id, part) => locate(ports, id, part),
    shownCopy: (id) => shownCopy(ports, id),
    purge: removal.purge,
  };
}

const gone = () => new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });

function found({ storage: { media } }: Ports, id: string): { item: MediaItem; place: MediaPlace } {
  const item = media.get(id);
  const place = media.place(id);
  if (!item || !place) throw gone();
  return { item, place };
}

async function emptyTrash(
  { storage: { media } }: Ports,
  events: EventBus,
  removal: Removal,
  { ids: named, until = Number.MAX_SAFE_INTEGER }: CheckedInput<'media.emptyTrash'>,
): Promise<void> {
  const ids = named ?? media.removedBefore(until);
  try {
    await removal.deleteForGood(ids);
    if (named === undefined) await removal.deleteUnlisted();
  } finally {
    // Other windows may show the trash; some may be gone where one couldn’t be deleted.
    events.emit({ type: 'media.removed', ids });
  }
}

function dragOut(ports: Ports, ids: readonly string[]): void {
  if (!ports.drag)
    throw new AppError({ code: 'invalid_input', message: 'Only the desktop app can drag files out.' });
  const [first = ''] = ids;
  const paths = ids.map((id) => ports.files.pathOf(found(ports, id).place));
  ports.drag(paths, locate(ports, first, 'thumbnail')?.path ?? null);
}

function reveal({ reveal, files }: Ports, place: MediaPlace): void {
  if (!reveal)
    throw new AppError({ code: 'invalid_input', message: 'Only the desktop app can open a folder.' });
  reveal(files.pathOf(place));
}

async function shownCopy({ storage: { media }, files }: Ports, id: string): Promise<string | null> {
  const [item, place] = [media.get(id), media.place(id)];
  return item && place ? files.shownCopy(id, place, item.contentType) : null;
}

/** Of an archive, the page knows only its id. */
const EXPORT_NAME = 'gatehouse-export.zip';

async function saveAs(
  { chooseFile, files }: Ports,
  { part, id }: CheckedInput<'media.saveAs'>,
  find: (id: string) => { item: MediaItem; place: MediaPlace },
) {
  if (!chooseFile)
    throw new AppError({ code: 'invalid_input', message: 'Only the desktop app can ask where to save.' });
  const isItem = part === 'item';
  const path = isItem ? files.pathOf(find(id).place) : files.exportPath(id);
  const destination = await chooseFile(isItem ? find(id).item.fileName : EXPORT_NAME);
  if (destination !== null) await files.copyTo(path, destination);
  // It was made for this.
  if (!isItem) await files.dropExport(id);
  return { isSaved: destination !== null };
}

function locate({ storage, files }: Ports, id: string, part: 'file' | 'thumbnail'): LocatedFile | null {
  const item = storage.media.get(id);
  const place = storage.media.place(id);
  if (!item || !place) return null;
  const { contentType, fileName } = item;
  if (part === 'file') return { path: files.pathOf(place), contentType, fileName };
  return item.hasThumbnail ? { path: files.thumbnailPath(id), contentType: 'image/webp', fileName } : null;
}

/**
 * Reads what an earlier version did not read from a file, such as the size of a photo as it is seen. An image that is
 * seen otherwise than it was taken for gets a new thumbnail.
 * @returns whether anything is known now that was not
 */
async function readFactsAgain(
  { storage: { media }, files }: Pick<Ports, 'storage' | 'files'>,
  id: string,
  { item, place }: { readonly item: MediaItem; readonly place: MediaPlace },
): Promise<boolean> {
  const read = await files.describe(place, item.contentType);
  const { width, height, durationMs } = item;
  const isSized = read.width !== null && read.height !== null;
  const size = isSized ? { width: read.width, height: read.height } : { width, height };
  media.describe(id, { ...read, ...size, durationMs: read.durationMs ?? durationMs });
  // Earlier versions took an animated image of a video model for a video, which nothing could play.
  const wasVideo = item.kind === 'video' && item.contentType.startsWith('image/');
  if (wasVideo) media.update(id, { kind: 'image' });
  const wasTurned = size.width !== width || size.height !== height;
  if (wasVideo || (item.hasThumbnail && wasTurned)) media.update(id, await files.makeThumbnail(id, place));
  return JSON.stringify(media.get(id)) !== JSON.stringify(item);
}
