/** Faults that cost money, or lost what it was paid for. */
import type { Fault } from './fault';

export const moneyFaults: readonly Fault[] = [
  {
    name: 'batch-pays-again',
    what: 'A row whose job was charged and whose result could not be saved is put back with a new key',
    needs: ['batch'],
    changes: [
      {
        file: 'electron/core/units/settle-unit.ts',
        find: 'if (job) return wasRefused(job);',
        replace: 'if (job) return true;',
      },
    ],
  },
  {
    name: 'file-server-stops-batch',
    what: 'What one file’s server says is taken for a refusal of the generation call',
    needs: ['batch'],
    changes: [
      {
        file: 'electron/core/jobs/job-end.ts',
        find: "if (status !== 'failed' || error?.stage !== 'request' || error.outcomeUnknown || mayStillCharge)",
        replace: "if (status !== 'failed' || error?.outcomeUnknown || mayStillCharge)",
      },
      {
        file: 'electron/core/jobs/job-end.ts',
        find: 'return remoteId === null && !isPaid(job.cost) && parts.every(',
        replace: 'return !isPaid(job.cost) || parts.every(',
      },
      {
        file: 'electron/core/units/unit-end.ts',
        find: "  if (stage !== 'request') return false;\n",
        replace: '  void stage;\n',
      },
    ],
  },
  {
    name: 'write-tried-once',
    what: 'What an answer reported is stored without a second try; a locked or full database loses charge and result',
    changes: [
      {
        file: 'electron/core/lib/durable-save.ts',
        find: 'if (closing) return false;\n      await pause();',
        replace: 'if (closing || pause !== undefined) return false;',
      },
    ],
  },
  {
    name: 'known-job-refused',
    what: 'An answer that names a job the app has already can’t be written down',
    needs: ['fault'],
    changes: [
      {
        file: 'electron/storage/db/migrations/12-shared-remote-jobs.ts',
        find: 'CREATE INDEX jobs_by_remote ON',
        replace: 'CREATE UNIQUE INDEX jobs_by_remote ON',
      },
      {
        file: 'electron/core/jobs/ask.ts',
        find: "stage: 'request', outcomeUnknown: true });",
        replace: "stage: 'request' });",
      },
    ],
  },
  {
    name: 'one-bad-result-hides-the-rest',
    what: 'The first result that can’t be saved keeps all later ones from being fetched',
    changes: [
      {
        file: 'electron/core/jobs/save-results.ts',
        find: 'if (signal.aborted) throw signal.reason;\n      failed.push',
        replace: 'throw error;\n      failed.push',
      },
    ],
  },
  {
    name: 'conflict-counts-as-refused',
    what: 'A 409 after an unknown outcome counts as a refusal',
    changes: [
      {
        file: 'electron/core/ledger/answer-amounts.ts',
        find: '[408, 409, 425]',
        replace: '[]',
      },
      {
        file: 'electron/core/jobs/settle-job.ts',
        find: 'isUnknown || isLeft || (await isAnyPartUnknown(context, job))',
        replace: 'isUnknown || isLeft',
      },
      {
        file: 'electron/core/calls/paid-call.ts',
        find: 'outcomeUnknown || ports.storage.ledger.isUnknown(idempotencyKey)',
        replace: 'outcomeUnknown',
      },
    ],
  },
  {
    name: 'long-wait-spins',
    what: 'A Retry-After of years overflows the timer, which then fires at once',
    needs: ['fault'],
    changes: [
      {
        file: 'electron/gateway/parse/metadata.ts',
        find: 'Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, atMs - nowMs))',
        replace: 'Math.max(0, LONGEST_RETRY_AFTER_MS * 0, atMs - nowMs)',
      },
      {
        file: 'electron/system-clock.ts',
        find: 'setTimeout(run, Math.min(milliseconds, LONGEST_TIMER_MS))',
        replace: 'setTimeout(run, milliseconds + 0 * LONGEST_TIMER_MS)',
      },
    ],
  },
  {
    name: 'sums-overflow',
    what: 'Absurd amounts make every sum over the ledger fail, and the activity page with it',
    changes: [
      {
        file: 'electron/storage/db/cost-sql.ts',
        find: '=> `total($',
        replace: '=> `coalesce(sum($',
      },
      {
        file: 'electron/storage/db/cost-sql.ts',
        find: '})`;\n\n/** An amount of a ledger row',
        replace: '}), 0)`;\n\n/** An amount of a ledger row',
      },
    ],
  },
  {
    name: 'budget-ends-where-costs-are-unknown',
    what: 'An experiment goes on within its budget after requests whose cost nobody said',
    needs: ['experiment'],
    changes: [
      {
        file: 'electron/core/experiments/budget.ts',
        find: 'if (fits && !isOpen) {',
        replace: 'if (fits) {',
      },
    ],
  },
  {
    name: 'round-goes-elsewhere',
    what: 'A round of tools that follows by itself goes to the profile, the model and the settings that were chosen meanwhile',
    needs: ['switch-in-loop'],
    changes: [
      {
        file: 'electron/core/chat/tool-rounds.ts',
        find: 'results, isConfirmed }, asked);',
        replace: 'results, isConfirmed }, asked && undefined);',
      },
    ],
  },
];
