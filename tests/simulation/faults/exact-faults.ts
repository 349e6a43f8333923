/** Faults of experiments whose presses are confirmed to the call: twice pressed is once, and nothing beside what was foreseen. */
import type { Fault } from './fault';

export const exactFaults: readonly Fault[] = [
  {
    name: 'cell-asked-twice',
    what: 'Asking again for one cell of an experiment, pressed twice, sends it twice',
    needs: ['ask-again'],
    changes: [
      {
        file: 'electron/core/experiments/experiments.ts',
        find: "return unit === undefined || unit.status === 'waiting' || unit.status === 'running' ? [] : [unit];",
        replace: 'return unit === undefined ? [] : [unit];',
      },
    ],
  },
  {
    name: 'taken-back-unforeseen',
    what: 'A cell that counts again has judges asked whatever is missing, also what its run had not foreseen',
    about: { 'leave-out-early': 6, 'judge-withheld': 2, time: 1 },
    changes: [
      {
        file: 'electron/core/experiments/judging/withheld-judgements.ts',
        find: 'if (asked === undefined || withheld.size === 0) return [];',
        replace: 'if (asked === undefined) return [];',
      },
      {
        file: 'electron/core/experiments/judging/withheld-judgements.ts',
        find: '.filter(({ subject }) => withheld.delete(subject));',
        replace: '.filter(({ subject }) => withheld.delete(subject) || true);',
      },
    ],
  },
  {
    name: 'restricted-asked-with-all',
    what: 'A case that is for some variants is asked with all of them',
    needs: ['restricted-experiment'],
    changes: [
      {
        file: 'electron/storage/db/experiment-cases.ts',
        find: 'if (!isAskedWith(one, variantNumber)) continue;',
        replace: 'if (!isAskedWith(one, variantNumber) && variantNumber < 1) continue;',
      },
    ],
  },
];
