/** Faults of what becomes known late: costs, and files that came cut. */
import type { Fault } from './fault';

export const lateFaults: readonly Fault[] = [
  {
    name: 'late-cost-of-a-round',
    what: 'The cost of an earlier round of tools that becomes known after its row has ended is missing in the sum of its batch',
    needs: ['batch-late'],
    changes: [
      {
        file: 'electron/core/units/work-runner.ts',
        find: "if (place !== undefined || role !== 'assistant') return place;",
        replace: "if (place !== undefined || role !== '') return place;",
      },
    ],
  },
  {
    name: 'late-news-judges',
    what: 'As the cost of an answer becomes known late, it is judged beside another that is asked again, which nobody was shown',
    about: {
      'leave-out-early': 5,
      'stop-and-ask': 4,
      'switch-profile': 2,
      'batch-late': 1,
      fault: 1,
      time: 1,
    },
    changes: [
      {
        file: 'electron/core/units/refresh-unit.ts',
        find: 'if (hasEnded) kind.onKnown?.(unit);',
        replace: 'if (hasEnded) kind.onEnd?.(unit);',
      },
    ],
  },
  {
    name: 'left-uncounted',
    what: 'What the end of the process left uncounted in the sum of a batch stays so',
    about: {
      batch: 4,
      'batch-late': 3,
      'batch-tools': 2,
      kill: 3,
      'dead-answer': 2,
      'resume-batch': 1,
      time: 3,
    },
    changes: [
      {
        file: 'electron/core/units/work-runner.ts',
        find: '  recountLater(context);',
        replace: '  if (context.isClosing) recountLater(context);',
      },
    ],
  },
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
  {
    name: 'waiting-row-uncounted',
    what: 'The cost of a row that waits to be sent again is missing in the sum of its batch where it becomes known meanwhile',
    from: 30_600,
    changes: [
      {
        file: 'electron/core/units/refresh-unit.ts',
        find: "if (hasEnded || unit.status !== 'running') kind.reports.unit(unit);",
        replace: 'if (hasEnded) kind.reports.unit(unit);',
      },
    ],
  },
];
