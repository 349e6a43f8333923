/** Faults of answers that are judged, or opened as an experiment, after they came. */
import type { Fault } from './fault';

export const judgingFaults: readonly Fault[] = [
  {
    name: 'judged-again',
    what: 'Having answers judged again asks the models about what they judged already',
    needs: ['judge'],
    changes: [
      {
        file: 'electron/core/experiments/judging/judge-answers.ts',
        find: "const waiting = experiments.units.withStatus(id, 'waiting');",
        replace:
          "const waiting = [...experiments.units.withStatus(id, 'waiting'), ...experiments.units.withStatus(id, 'done')];",
      },
    ],
  },
  {
    name: 'opening-sends-the-rest',
    what: 'Rows without an answer in a batch that was opened in the lab wait to be sent',
    needs: ['open-in-lab', 'start-experiment'],
    changes: [
      {
        file: 'electron/core/experiments/open-from.ts',
        find: "    units.move(id, 'waiting', 'stopped');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'replaced-judge-is-asked',
    what: 'What a judge was refused waits under another key, and is asked although other things are expected by then',
    from: 102_480,
    changes: [
      {
        file: 'electron/storage/db/experiment-judgements.ts',
        find: "if (cell.key !== '' && mayBeCharged(database, cell.key)) {",
        replace: "if (cell.key !== '') return;\n  if (mayBeCharged(database, cell.key)) {",
      },
    ],
  },
];
