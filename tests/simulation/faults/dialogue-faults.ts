/** Faults of dialogues, whose lines are paid one by one and kept one by one. */
import type { Fault } from './fault';

export const dialogueFaults: readonly Fault[] = [
  {
    name: 'archive-loses-a-line',
    what: 'An archive lacks a line of each dialogue, so that no other can be spoken again elsewhere',
    needs: ['dialogue', 'export-lines'],
    changes: [
      {
        file: 'electron/storage/archive/dialogue-lines.ts',
        find: '.flatMap(({ id }) => linesOf(home, id))',
        replace: '.flatMap(({ id }) => linesOf(home, id).slice(1))',
      },
    ],
  },
  {
    name: 'import-drops-lines',
    what: 'The lines of dialogues in an archive are not taken in',
    needs: ['dialogue', 'export-lines', 'import-foreign'],
    changes: [
      {
        file: 'electron/storage/archive/place-lines.ts',
        find: 'return !isHere && !existsSync(folderOf(home, String(id)));',
        replace: 'return isHere && !existsSync(folderOf(home, String(id)));',
      },
    ],
  },
  {
    name: 'line-pays-for-all',
    what: 'Speaking one line of a dialogue again asks for all of its lines',
    needs: ['dialogue', 'speak-line'],
    changes: [
      {
        file: 'electron/core/jobs/dialogue.ts',
        find: "status: index === part ? 'waiting' : 'completed',",
        replace: "status: 'waiting',",
      },
    ],
  },
  {
    name: 'line-copied-unsynced',
    what: 'The lines that a dialogue takes over from the one before are not on the disk when their row is, and a power cut empties them',
    from: 30_272,
    changes: [
      {
        file: 'electron/storage/media/partial.ts',
        find: "    const file = await open(partial, 'r+');\n    try {\n      await file.sync();",
        replace: "    const file = await open(partial, 'r+');\n    try {\n      await Promise.resolve();",
      },
    ],
  },
];
