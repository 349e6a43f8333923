/** Faults of files that came cut and are fetched again. */
import type { Fault } from './fault';

export const lateFaults: readonly Fault[] = [
  {
    name: 'fetched-without-thumbnail',
    what: 'An image that came cut and is fetched again is whole, and never gets its thumbnail',
    needs: ['short-result'],
    changes: [
      {
        file: 'electron/core/jobs/fetch-cut-again.ts',
        find: "file.kind === 'image' ? await ports.files.makeThumbnail(id, file) : null",
        replace: 'null as Awaited<ReturnType<typeof ports.files.makeThumbnail>> | null',
      },
    ],
  },
];
