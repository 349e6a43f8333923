/**
 * Removes files from the library and undoes it. A file and its row can't change in one step. If the app ends in
 * between, the file is set aside while its row still exists, and the next start moves it back.
 */
import type { MediaPlace } from '../ports/jobs';
import type { Ports } from '../ports/ports';

const DAY_MS = 86_400_000;

type Needs = Pick<Ports, 'storage' | 'files' | 'clock'>;

export async function removeOne(ports: Needs, id: string, place: MediaPlace): Promise<void> {
  const { storage, files, clock } = ports;
  await files.putAside(id, place);
  try {
    storage.media.setRemoved([id], clock.now());
  } catch (error) {
    await moveBack(ports, id, place);
    throw error;
  }
}

export async function restoreOne(ports: Needs, id: string, place: MediaPlace): Promise<void> {
  const { storage, clock } = ports;
  storage.media.setRemoved([id], null);
  try {
    await moveBack(ports, id, place);
  } catch (error) {
    storage.media.setRemoved([id], clock.now());
    throw error;
  }
}

/**
 * Deletes for good what was in the trash for long enough. The file goes first, so that a later start can finish a run
 * that ended in between.
 */
export async function purgeRemoved(ports: Needs): Promise<void> {
  const { storage, files, clock } = ports;
  const { media, settings } = storage;
  const { mediaFolder, trashDays } = settings.load();
  // Read before the first await: what is removed from now on can be undone.
  const removed = media.removedBefore(clock.now() - trashDays * DAY_MS);
  for (const id of await files.asideIds()) {
    const place = media.place(id);
    if (place === undefined) await files.purge(id);
    else if (!media.isRemoved(id)) await moveBack(ports, id, place);
  }
  await deleteForGood(ports, removed);
  await files.tidy([mediaFolder].filter((folder) => folder !== ''));
}

/** Those of them that are in the trash; what was restored meanwhile stays. */
export async function deleteForGood(
  { storage: { media }, files }: Needs,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    if (!media.isRemoved(id)) continue;
    await files.purge(id);
    media.forget(id);
  }
}

async function moveBack({ storage, files }: Needs, id: string, place: MediaPlace): Promise<void> {
  await files.restore(id, place, (fileName) => storage.media.update(id, { fileName }));
}
