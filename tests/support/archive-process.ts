/**
 * An import in a process of its own, to be killed at one exact place. What it does comes by environment: HOME_FOLDER,
 * ARCHIVE, and KILL_AT, the share of the work after which it ends itself without a word.
 */
import { join } from 'node:path';
import { performTask } from '../../electron/storage/archive/archive-task';

const { HOME_FOLDER: home = '', ARCHIVE: path = '', KILL_AT: killAt = '' } = process.env;

await performTask(
  {
    kind: 'import',
    home,
    databasePath: join(home, 'gatehouse.db'),
    path,
    mediaFolder: join(home, 'media'),
    now: Date.now(),
  },
  {
    signal: { aborted: false },
    onLock: () => undefined,
    onProgress(done, total) {
      if (done / total >= Number(killAt)) process.kill(process.pid, 'SIGKILL');
    },
  },
);
