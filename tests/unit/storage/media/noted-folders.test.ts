/** Folders of the person’s that were being written to as the app ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNotedFolders } from '../../../../electron/storage/media/noted-folders';
import { tempFolder } from '../../../support/temp-folder';

/** As a process left it that was killed. */
async function killedWriting(folder: string) {
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  const home = tempFolder();
  mkdirSync(join(home, 'writing'));
  writeFileSync(join(home, 'writing', 'one.json'), JSON.stringify({ folder, pid: ended.pid }));
  writeFileSync(join(folder, `.gatehouse-${ended.pid}-0011aabb-00112233aabb.part`), 'half');
  return home;
}

const notesIn = (home: string) => readdirSync(join(home, 'writing'));

test('a drive that is away at the next start is tidied by a later one', async () => {
  const drive = join(tempFolder(), 'drive');
  mkdirSync(drive);
  const home = await killedWriting(drive);
  renameSync(drive, `${drive}-away`);
  await createNotedFolders(home).tidy();
  expect(notesIn(home)).toEqual(['one.json']);
  renameSync(`${drive}-away`, drive);
  await createNotedFolders(home).tidy();
  expect([notesIn(home), readdirSync(drive)]).toEqual([[], []]);
});

test('an incomplete note is dropped, and one of this run stays while its work goes on', async () => {
  const [home, folder] = [tempFolder(), tempFolder()];
  const noted = createNotedFolders(home);
  await noted.during(folder, async () => {
    writeFileSync(join(home, 'writing', 'torn.json'), '{"fol');
    await createNotedFolders(home).tidy();
    expect(notesIn(home)).toHaveLength(1);
  });
  expect(notesIn(home)).toEqual([]);
});

test('a disk that takes no note takes the file all the same', async () => {
  const home = tempFolder();
  writeFileSync(join(home, 'writing'), 'a file where the folder would be');
  expect(await createNotedFolders(home).during(tempFolder(), async () => 'saved')).toBe('saved');
});
