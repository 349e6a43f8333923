/**
 * Removes files from the library and undoes it. A file and its row can't change in one step. If the app ends in
 * between, the file is set aside while its row still exists, and the next start moves it back.
 */
import { AppError } from '../../../shared/errors';
import { createTurns } from '../lib/in-turn';
import type { MediaPlace } from '../ports/media-files';
import type { Ports } from '../ports/ports';
import { eachFile } from './each-file';

const DAY_MS = 86_400_000;

type Needs = Pick<Ports, 'storage' | 'files' | 'clock'>;

/** Each does one thing to a file at a time: what a start tidies may be restored or deleted by a person meanwhile. */
export interface Removal {
  readonly remove: (id: string, placeOf: () => MediaPlace) => Promise<void>;
  readonly restore: (id: string, placeOf: () => MediaPlace) => Promise<void>;
  /** Deletes for good what was in the trash for long enough, and finishes what an earlier run left half done. */
  readonly purge: () => Promise<void>;
  /** Those of them that are in the trash; what was restored meanwhile stays. */
  readonly deleteForGood: (ids: readonly string[]) => Promise<void>;
  /** Deletes what is in the trash and in no row, such as after a repair that lost the row. */
  readonly deleteUnlisted: () => Promise<void>;
}

export function createRemoval(ports: Needs): Removal {
  const { storage, files, clock } = ports;
  const inTurn = createTurns();
  const deleteForGood = (ids: readonly string[]) =>
    eachFile(ids, (id) => inTurn(id, () => deleteOne(ports, id)));
  const deleteUnlisted = async () =>
    eachFile(await files.asideIds(), (id) =>
      inTurn(id, async () => {
        if (storage.media.place(id) === undefined) await files.purge(id);
      }),
    );
  return {
    remove: (id, placeOf) => inTurn(id, () => removeOne(ports, id, placeOf())),
    restore: (id, placeOf) => inTurn(id, () => restoreOne(ports, id, placeOf())),
    async purge() {
      const { mediaFolder, trashDays } = storage.settings.load();
      // Read before the first await: what is removed from now on can be undone.
      const removed = storage.media.removedBefore(clock.now() - trashDays * DAY_MS);
      const folders = [mediaFolder].filter((folder) => folder !== '');
      const tasks = [
        async () => eachFile(await files.asideIds(), (id) => inTurn(id, () => finish(ports, id))),
        async () => (trashDays === 0 ? await deleteUnlisted() : undefined),
        () => deleteForGood(removed),
        () => files.tidy(folders),
      ];
      await inOrder(tasks);
    },
    deleteForGood,
    deleteUnlisted,
  };
}

/** Each of them, also where one fails. @throws the first failure */
async function inOrder(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks)
    await task().catch((error) => {
      failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
}

async function removeOne(ports: Needs, id: string, place: MediaPlace): Promise<void> {
  const { storage, files, clock } = ports;
  // Its name may be that of another file by now.
  if (storage.media.isRemoved(id)) return;
  await files.putAside(id, place);
  try {
    storage.media.setRemoved([id], clock.now());
  } catch (error) {
    await moveBack(ports, id, place);
    throw error;
  }
}

async function restoreOne(ports: Needs, id: string, place: MediaPlace): Promise<void> {
  const { storage, clock } = ports;
  if (storage.media.isBeingDeleted(id))
    throw new AppError({ code: 'not_found', message: 'This file was deleted for good.' });
  storage.media.setRemoved([id], null);
  try {
    await moveBack(ports, id, place);
  } catch (error) {
    storage.media.setRemoved([id], clock.now());
    throw error;
  }
}

/**
 * Out of the trash first: where the database refuses that, nothing is gone. The file goes before its row, so that a
 * later start can finish a run that ended in between.
 */
async function deleteOne({ storage: { media }, files }: Needs, id: string): Promise<void> {
  if (!media.isRemoved(id)) return;
  media.beginDeletion(id);
  await files.purge(id);
  media.forget(id);
}

/**
 * A file in the trash whose row says that it is in the library. One without a row stays: a backup that is restored may
 * have it.
 */
async function finish(ports: Needs, id: string): Promise<void> {
  const { media } = ports.storage;
  const place = media.place(id);
  if (place !== undefined && !media.isRemoved(id)) await moveBack(ports, id, place);
}

async function moveBack({ storage, files }: Needs, id: string, place: MediaPlace): Promise<void> {
  await files.restore(id, place, (fileName) => storage.media.update(id, { fileName }));
}
