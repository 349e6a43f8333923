/** Faults of checks of models, whose cost is a promise and whose requests are sent once, and of edits of a chat. */
import type { Fault } from './fault';

export const checkFaults: readonly Fault[] = [
  {
    name: 'check-sends-again',
    what: 'A request of a check that was under way as the process ended is sent again',
    needs: ['check'],
    changes: [
      {
        file: 'electron/core/checks/check-runner.ts',
        find: "checks.updateCall(call.id, { status: 'unknown', error: cutOff, finishedAt: clock.now() });",
        replace:
          "checks.updateCall(call.id, { status: 'held', key: clock.newId() });\n          void cutOff;",
      },
    ],
  },
  {
    name: 'check-passes-its-bound',
    what: 'A check sends requests that may cost more than is left of its budget',
    needs: ['check'],
    changes: [
      {
        file: 'electron/core/checks/make-call.ts',
        find: 'if (before + more > amount || (',
        replace: 'if (more < 0 || (',
      },
    ],
  },
  {
    name: 'stopped-check-goes-on',
    what: 'A check that the person stopped goes on with its next request',
    about: { check: 5, 'stop-check': 6, busy: 1, time: 2 },
    changes: [
      {
        file: 'electron/core/checks/make-call.ts',
        find: '  if (!sender.isWanted()) throw new Halted();\n',
        replace: '',
      },
      {
        file: 'electron/core/checks/make-call.ts',
        find: "if (state === 'sent' && !isWanted()) throw new Halted();",
        replace: 'void isWanted;',
      },
      {
        file: 'electron/core/checks/check-runner.ts',
        find: "running.get(id)?.abort.abort('stopped');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'check-asks-twice',
    what: 'A check sends again what another of its probes was answered already',
    needs: ['check-charges'],
    changes: [
      {
        file: 'electron/core/checks/make-call.ts',
        find: 'sharedWith = probe, step } = ask;',
        replace: 'step } = ask;\n  const sharedWith = probe;',
      },
    ],
  },
  {
    name: 'charges-in-other-parts',
    what: 'A check takes the parts of a credit for smaller ones, and finds that every gateway charges what it lists',
    needs: ['check-charges'],
    changes: [
      {
        file: 'electron/core/checks/probes/charge-probe.ts',
        find: 'Math.round(Math.log10(units[unit].parts))',
        replace: 'Math.round(Math.log10(units[unit].parts)) + 3',
      },
    ],
  },
  {
    name: 'undo-deletes-what-followed',
    what: 'Undoing an edit deletes what was sent in its branch since',
    about: { send: 5, edit: 5, 'run-here': 2, insert: 1, undo: 5, time: 2 },
    changes: [
      {
        file: 'electron/core/chat/chat-edits.ts',
        find: 'storage.messages.isUncalled(madeId, made)',
        replace: 'made >= 0',
      },
    ],
  },
  {
    name: 'paused-check-sends-what-waits',
    what: 'A request of a check that waits for a rate limit is sent after the check was paused',
    about: { check: 5, busy: 4, 'pause-check': 6, time: 3 },
    changes: [
      {
        file: 'electron/core/checks/checks.ts',
        find: '      runner.recall(id);\n',
        replace: '',
      },
      {
        file: 'electron/core/checks/make-call.ts',
        find: "if (state === 'sent' && !isWanted()) throw new Halted();",
        replace: 'void isWanted;',
      },
    ],
  },
];
