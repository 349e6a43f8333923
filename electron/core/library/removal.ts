/**
 * Removes files from the library and undoes it. A file and its row can't change in one step. If the app ends in
 * between, the file is set aside while its row still exists, and the next start moves it back.
 */
import type { MediaPlace } from '../ports/jobs';
import type { Ports } from '../ports/ports';

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
 * Deletes for good what was removed in earlier runs. The file goes first, so that a later start can finish a run that
 * ended in between.
 */
export async function purgeRemoved(ports: Needs): Promise<void> {
  const { storage, files, clock } = ports;
  const { media, settings } = storage;
  // Read before the first await: what is removed from now on can be undone.
  const removed = media.removedBefore(clock.now());
  for (const id of await files.asideIds()) {
    const place = media.place(id);
    if (place === undefined) await files.purge(id);
    else if (!media.isRemoved(id)) await moveBack(ports, id, place);
  }
  for (const id of removed) {
    if (!media.isRemoved(id)) continue;
    await files.purge(id);
    media.forget(id);
  }
  await files.tidy([settings.load().mediaFolder].filter((folder) => folder !== ''));
}

async function moveBack({ storage, files }: Needs, id: string, place: MediaPlace): Promise<void> {
  await files.restore(id, place, (fileName) => storage.media.update(id, { fileName }));
}
