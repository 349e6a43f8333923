/** Faults of what requests are made from: files, JSON of a chat, what was added to an experiment. */
import type { Fault } from './fault';

export const inputFaults: readonly Fault[] = [
  {
    name: 'changed-input-is-sent',
    what: 'An input that was changed on the disk is sent in place of the one that was chosen',
    about: { image: 5, 'use-result': 6, 'spoil-input': 5, resume: 2, retry: 2, busy: 1, time: 4 },
    changes: [
      {
        file: 'electron/core/jobs/job-inputs.ts',
        find: '    await storedFiles.verify({ id, name });\n',
        replace: '',
      },
    ],
  },
  {
    name: 'retry-forgets-inputs',
    what: 'A new job with the settings of another is made from its text alone',
    needs: ['use-result', 'retry'],
    changes: [
      {
        file: 'electron/core/jobs/jobs.ts',
        find: 'const inputs = requireInputs(job);',
        replace: 'const inputs = requireInputs({ ...job, inputs: [] });',
      },
    ],
  },
  {
    name: 'json-loses-fields',
    what: 'A message edited as JSON loses the fields that the app doesn’t know',
    needs: ['edit-json'],
    changes: [
      {
        file: 'electron/core/chat/body/store-body.ts',
        find: 'withUnsent(cutMessages(step.written, step.isPlain), step)',
        replace: 'withUnsent(cutMessages(step.written, true), step)',
      },
    ],
  },
  {
    name: 'addition-made-twice',
    what: 'Cases or a variant that are added again as their answer was lost are there twice',
    needs: ['add-cases'],
    changes: [
      {
        file: 'electron/core/experiments/add-to-experiment.ts',
        find: 'if (before !== undefined) return before;',
        replace: '',
      },
      {
        file: 'electron/core/experiments/add-to-experiment.ts',
        find: 'if (additionId !== undefined) experiments.noteAddition(id, additionId, made);',
        replace: '',
      },
    ],
  },
  {
    name: 'retry-sends-additions',
    what: 'Asking again for one cell of an ended experiment also sends what was added to it',
    needs: ['add-cases', 'retry-cell'],
    changes: [
      {
        file: 'electron/core/units/work-control.ts',
        find: 'if (isOver && store.nextWaiting(id, []) !== undefined)',
        replace: 'if (isOver && store.nextWaiting(id, []) === null)',
      },
    ],
  },
];
