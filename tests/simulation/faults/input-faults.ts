/** Faults of what requests are made from: files, JSON of a chat, examples. */
import type { Fault } from './fault';

export const inputFaults: readonly Fault[] = [
  {
    name: 'changed-input-is-sent',
    what: 'An input that was changed on the disk is sent in place of the one that was chosen',
    needs: ['use-result', 'spoil-input'],
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
        find: '[{ ...cutMessages(step.written, step.isPlain), of: step.of }]',
        replace: '[{ ...cutMessages(step.written, true), of: step.of }]',
      },
    ],
  },
];
