/** Faults of answers that are measured or taken from elsewhere, and of judgements that nobody was shown the price of. */
import type { Fault } from './fault';

export const likenessFaults: readonly Fault[] = [
  {
    name: 'answer-taken-twice',
    what: 'Taking the new answers of a comparison also takes those that are there, as cases of their own',
    needs: ['compare-again', 'take-answers'],
    changes: [
      {
        file: 'electron/core/experiments/take-answers.ts',
        find: 'left.get(nameOf(one))?.shift()',
        replace: 'left.get(nameOf(one))?.at(1)',
      },
    ],
  },
  {
    name: 'likeness-sent-again',
    what: 'What the end of the app cut off in an experiment is sent again by itself',
    about: { batch: 3, compare: 3, experiment: 2, 'judge-similar': 7, 'retry-similar': 1, kill: 3, time: 4 },
    changes: [
      {
        file: 'electron/core/units/recover-units.ts',
        find: 'else endUnit({ ports, kind }, place, { status, error });',
        replace:
          "else if (status === 'interrupted' && kind.owner === 'experiment')\n      store.update(place, { status: 'waiting', error: null, startedAt: null, key: ports.clock.newId() });\n    else endUnit({ ports, kind }, place, { status, error });",
      },
    ],
  },
  {
    name: 'tier-priced-too-low',
    what: 'The most that a long prompt can cost is foreseen by the price of a short one',
    needs: ['long-prompt'],
    changes: [
      {
        file: 'electron/core/prices/price-estimate.ts',
        find: 'creditsUpTo(pricing, promptTokens).map(',
        replace: 'creditsUpTo(pricing, 0).map(',
      },
    ],
  },
  {
    name: 'judges-the-rest',
    what: 'Asking one cell again has other answers of its case judged too, which nobody was shown the price of',
    needs: ['leave-out-early'],
    changes: [
      {
        file: 'electron/core/experiments/experiment-work.ts',
        find: 'missingOfCase(ports, experiment, asked, cells, [unit])',
        replace: 'missingOfCase(ports, experiment, asked, cells)',
      },
    ],
  },
];
