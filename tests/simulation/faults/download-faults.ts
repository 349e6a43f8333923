/** Faults with long results, which come in several goes. */
import type { Fault } from './fault';

export const downloadFaults: readonly Fault[] = [
  {
    name: 'download-begins-again',
    what: 'What came of a long download is not used, and it begins again',
    about: { 'long-video': 5, time: 5, kill: 1, resume: 2 },
    changes: [
      {
        file: 'electron/core/jobs/downloads.ts',
        find: 'goingOn(await files.begunDownload(job.id, position), url);',
        replace: 'goingOn(null, url);',
      },
    ],
  },
  {
    name: 'spool-forgets-beginning',
    what: 'A long answer that the disk refuses half way loses what was written of it',
    needs: ['long-speech'],
    changes: [
      {
        file: 'electron/storage/media/spool.ts',
        find: 'held = [(await readHeld(path, written)).subarray(0, written)];',
        replace: 'held = [];',
      },
    ],
  },
];
