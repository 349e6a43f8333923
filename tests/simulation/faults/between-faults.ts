/** A database that fails between two statements: what the first of them stored has to go on. */
import type { Fault } from './fault';

export const betweenFaults: readonly Fault[] = [
  {
    name: 'stored-and-said-failed',
    what: 'What was stored and is sent is said to have failed, since the database can’t be read a moment later',
    about: { send: 6, image: 3, compare: 2, 'breaks-soon': 8, time: 3 },
    changes: [
      {
        file: 'electron/core/lib/announce-safely.ts',
        find: '      const described = describeError(error);\n',
        replace:
          '      if (triesLeft === TRIES) throw error;\n      const described = describeError(error);\n',
      },
    ],
  },
  {
    name: 'reply-priced-once',
    what: 'A reply is left for good where the database can’t tell the prices of its model for a moment',
    about: { edit: 4, insert: 2, 'run-here': 5, 'edit-json': 3, undo: 2, send: 4, 'breaks-soon': 8, time: 2 },
    changes: [
      {
        file: 'electron/core/chat/run-reply.ts',
        find: 'await save.persist(() => pricedBy(plan, services))',
        replace: 'pricedBy(plan, services)',
      },
    ],
  },
  {
    name: 'row-half-marked',
    what: 'A row of a batch is marked as running, and not asked for, where the database fails between two of its columns',
    about: { batch: 5, 'batch-tools': 3, 'retry-row': 2, 'breaks-soon': 9, time: 3 },
    changes: [
      {
        file: 'electron/storage/db/batch-rows.ts',
        find: 'database.transaction(() => updateRow(database, place, patch))',
        replace: 'updateRow(database, place, patch)',
      },
    ],
  },
];
