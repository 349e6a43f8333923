/**
 * Notes of folders of the person’s that are being written to. After an end of the app in between, the next start knows
 * where an incomplete file may be left; without an end it looks into none of them, since systems ask before an app may.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { joinInside } from './inside';
import { cleanPartials, hasPartialOf, makePrivateFolder, writeAll, writeFileDurably } from './partial';

const noteSchema = z.object({
  folder: z.string(),
  /** Of the process that writes there. */
  pid: z.number(),
});

export interface NotedFolders {
  /** Writes into the folder: incomplete files of the work are removed by the next start, should this one end. */
  during<Result>(folder: string, work: () => Promise<Result>): Promise<Result>;
  /** Removes what earlier runs left. Never throws. */
  tidy(): Promise<void>;
}

/** Of this run, which may write to several folders at once. */
const own = new Set<string>();

/** @param home the data folder */
export function createNotedFolders(home: string): NotedFolders {
  const noteFolder = join(home, 'writing');
  return {
    async during(folder, work) {
      const name = `${randomUUID()}.json`;
      own.add(name);
      try {
        await writeNote(noteFolder, name, folder);
        return await work();
      } finally {
        own.delete(name);
        await rm(joinInside(noteFolder, name), { force: true }).catch(() => undefined);
      }
    },
    async tidy() {
      const names = await readdir(noteFolder).catch(() => []);
      for (const name of names.filter((one) => !own.has(one)))
        await settle(joinInside(noteFolder, name)).catch(() => undefined);
    },
  };
}

/** Without room for a note the file is written all the same. */
async function writeNote(noteFolder: string, name: string, folder: string): Promise<void> {
  try {
    await makePrivateFolder(noteFolder);
    const text = JSON.stringify({ folder, pid: process.pid } satisfies z.infer<typeof noteSchema>);
    await writeFileDurably(joinInside(noteFolder, name), (file) => writeAll(file, Buffer.from(text)));
  } catch {
    // Its bytes, if any, go with the note.
  }
}

async function settle(path: string): Promise<void> {
  const note = await readNote(path);
  if (note !== null) {
    // Its drive may not be connected now: a later start finds it.
    if (!existsSync(note.folder)) return;
    await cleanPartials(note.folder);
    if (await hasPartialOf(note.folder, note.pid)) return;
  }
  await rm(path, { force: true });
}

/** An incomplete one was still being written: nothing was in its folder then. */
async function readNote(path: string): Promise<z.infer<typeof noteSchema> | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
