/** Faults of what came later: media of replies, amounts in dollars, columns with profiles of their own, updates. */
import type { Fault } from './fault';

export const newerFaults: readonly Fault[] = [
  {
    name: 'reply-media-after-charge',
    what: 'Pictures and sound of a reply are written only after its charge, and lost if the app ends in between',
    changes: [
      {
        file: 'electron/core/jobs/reply-results.ts',
        find: '  await orUnwritten(() => context.persist(() => put(named(sources.map(expectedPlace)))), undefined);\n  const places = named(await keepResults(context, { id: job.id }, sources));\n',
        replace:
          '  const keep = async () => named(await keepResults(context, { id: job.id }, sources));\n  void [orUnwritten, expectedPlace];\n',
      },
      {
        file: 'electron/core/jobs/reply-results.ts',
        find: '      put(places);\n      if (isLeft) storage.jobs.update(job.id, leftForLater(sources.length, clock.now()));\n    },\n    begin() {\n      context.show(job.id);\n      if (!isLeft) runner.start(job.id);\n    },',
        replace:
          '      void [isLeft, clock, leftForLater];\n    },\n    begin() {\n      void keep().then((places) => context.persist(() => put(places))).then(() => {\n        context.show(job.id);\n        runner.start(job.id);\n      });\n    },',
      },
    ],
  },
  {
    name: 'cut-reply-drops-media',
    what: 'A reply that is cut off loses the pictures that had arrived',
    about: { send: 6, regenerate: 2, continue: 1, fault: 5, stop: 1, time: 2 },
    changes: [
      {
        file: 'electron/core/chat/turn.ts',
        find: 'const kept = await keepAll(context, choices, known);',
        replace: 'const kept = await keepAll(context, choices, null);',
      },
    ],
  },
  {
    name: 'sums-mix-units',
    what: 'Sums of the activity page add dollars to credits',
    changes: [
      {
        file: 'electron/storage/db/ledger-terms.ts',
        find: 'selectionOf({ ...filter, unit: filter.unit ?? firstUnit });',
        replace: 'selectionOf({ ...filter, unit: undefined });',
      },
    ],
  },
  {
    name: 'dollars-rounded',
    what: 'Charges in dollars are rounded to millionths',
    changes: [
      {
        file: 'shared/money/money.ts',
        find: 'const rounded = Math.round(value * units[unit].parts);',
        replace:
          "const rounded = unit === 'usd' ? Math.round(value * 1e6) * 1_000 : Math.round(value * units[unit].parts);",
      },
    ],
  },
  {
    name: 'column-paid-elsewhere',
    what: 'A column of a comparison is sent with the profile in use instead of its own',
    needs: ['compare'],
    changes: [
      {
        file: 'electron/core/compare/store-round.ts',
        find: 'const payerOf = ({ profileId = activeId }: Column): string => profileId;',
        replace: 'const payerOf = (_column: Column): string => activeId;',
      },
    ],
  },
  {
    name: 'update-without-copy',
    what: 'A new version opens the database without a copy of it',
    needs: ['update'],
    changes: [
      {
        file: 'electron/storage/storage.ts',
        find: 'if (version === undefined || readVersionRecord(folder)?.version === version) return;',
        replace: 'if (version === undefined || readVersionRecord(folder) !== null) return;',
      },
    ],
  },
  {
    name: 'deleted-chat-sends-its-queue',
    what: 'Deleting a chat ends its reply, and that sends the next message of its queue',
    needs: ['delete-queue'],
    changes: [
      {
        file: 'electron/core/chat/conversations.ts',
        find: '      conversations.setRemoved(id, clock.now());\n      await replies.drop(id);\n',
        // By how many promises the mark came too late depends on the profile, so here it is a timer.
        replace:
          '      await replies.drop(id);\n      await new Promise((done) => clock.setTimer(0, () => done(null)));\n      conversations.setRemoved(id, clock.now());\n',
      },
      {
        file: 'electron/core/chat/queue.ts',
        find: '    if (!conversations.get(conversationId)) return;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'late-charge-is-outside',
    what: 'A charge that comes after a balance has settled its call with others is taken for somebody else’s',
    about: { send: 6, stop: 5, image: 3, cancel: 3, 'lose-answers': 2, kill: 1, time: 3 },
    changes: [
      {
        file: 'electron/core/ledger/reconcile.ts',
        find: 'explainPositive(difference, withLate(ledger, account, unknown, last.at))',
        replace: 'explainPositive(difference, withLate === undefined ? [] : unknown)',
      },
    ],
  },
  {
    name: 'counted-twice-is-outside',
    what: 'A charge that is reported after a sum has held it counts as credits that somebody added',
    about: { 'told-after-sum': 5, send: 1, 'long-time': 4 },
    changes: [
      {
        file: 'electron/core/ledger/reconcile.ts',
        find: 'sumsHeld(ledger, account, answer) >= -used ? corrected : outside',
        replace: 'sumsHeld === undefined ? corrected : outside',
      },
    ],
  },
  {
    name: 'old-balance-settles',
    what: 'The balance of an answer that the gateway had stored is taken for the one of now',
    changes: [
      {
        file: 'electron/core/ledger/ledger.ts',
        find: ' as Amount), remaining: null };',
        replace: ' as Amount) };',
      },
    ],
  },
  {
    name: 'charged-refusal-is-sent-again',
    what: 'A call that was refused and charged is sent again by itself',
    changes: [
      {
        file: 'electron/core/calls/send-call.ts',
        find: 'error.isOutOfCredits || namesCharge(error)',
        replace: 'error.isOutOfCredits || namesCharge === undefined',
      },
      {
        file: 'electron/core/units/settle-unit.ts',
        find: 'if (wasCharged(context, place) || !concernsAll(error)) return false;',
        replace: 'if (wasCharged === undefined || !concernsAll(error)) return false;',
      },
      {
        file: 'electron/gateway/http/retry.ts',
        find: '  if ((error.credits.used ?? 0) > 0 || (error.reportedCost?.amount ?? 0) > 0) return false;\n',
        replace: '',
      },
    ],
  },
  {
    name: 'sent-reply-counts-as-held',
    what: 'A reply that had to wait is still stored as held while it is sent, so a kill makes it one that was not sent',
    about: { busy: 4, send: 6, kill: 3, 'dead-answer': 2, 'power-cut': 1, time: 4 },
    changes: [
      {
        file: 'electron/core/chat/reply-call.ts',
        find: 'if (live.isHeld === isHeld) return;',
        replace: 'if (live.isHeld === isHeld || !isHeld) return;',
      },
    ],
  },
  {
    name: 'paused-batch-sends-what-waits',
    what: 'A row whose call waits for a rate limit is sent after its batch was paused',
    about: { batch: 5, busy: 4, 'pause-batch': 4, 'resume-batch': 1, time: 5 },
    changes: [
      {
        file: 'electron/core/units/settle-unit.ts',
        find: '  recallHeld(context, id);\n',
        replace: '  void recallHeld;\n',
      },
    ],
  },
  {
    name: 'forgotten-job-is-not-charged',
    what: 'A job that its gateway forgets for a while is taken for failed and not charged',
    needs: ['video'],
    changes: [
      {
        file: 'electron/core/jobs/follow.ts',
        find: '  await leave(context, job, null);\n',
        replace: '',
      },
      {
        file: 'electron/core/jobs/follow.ts',
        find: '{ ...failure, outcomeUnknown: true }',
        replace: '{ ...failure }',
      },
      {
        file: 'electron/core/jobs/settle-job.ts',
        find: "const isLeft = runsRemotely(job) && error.stage !== 'generation' && !isPaid(job.cost);",
        replace: 'const isLeft = isPaid === undefined;',
      },
      {
        file: 'electron/core/jobs/follow.ts',
        find: 'const GONE_AFTER_MS = 120_000;',
        replace: 'const GONE_AFTER_MS = 10_000;',
      },
    ],
  },
  {
    name: 'failure-of-others-ends-a-job',
    what: 'A poll that is answered with a failure that names no job, or another one, ends the job',
    needs: ['video'],
    changes: [
      {
        file: 'electron/core/jobs/follow.ts',
        find: 'const DOUBTFUL_FAILURES = 3;',
        replace: 'const DOUBTFUL_FAILURES = 1;',
      },
    ],
  },
  {
    name: 'unheld-job-goes-on',
    what: 'A job that can’t be counted as running, since a part of the database can’t be read, goes on all the same',
    about: { 'damaged-past': 3, 'long-time': 4, video: 1 },
    changes: [
      {
        file: 'electron/core/jobs/run-job.ts',
        find: 'release = await hold(context, id);',
        replace: 'release = await hold(context, id).catch(() => () => undefined);',
      },
    ],
  },
  {
    name: 'waiting-rows-take-room',
    what: 'Rows whose calls wait, perhaps for a day, keep the rows of other batches from being sent',
    about: { batch: 8, 'limit-for-hours': 5, 'switch-profile': 3, time: 3 },
    changes: [
      {
        file: 'electron/core/units/work-runner.ts',
        find: 'const atWork = places.filter(([name]) => !waits.has(name));',
        replace: 'const atWork = waits.has("") ? [] : places;',
      },
    ],
  },
  {
    name: 'clearing-up-fails-a-job',
    what: 'A job whose results are saved fails where the folder of its parts can’t be deleted',
    about: { 'long-speech': 5, dialogue: 2, 'held-files': 7, time: 4 },
    changes: [
      {
        file: 'electron/storage/media/job-parts.ts',
        find: 'rm(folderOf(jobId), { recursive: true, force: true }).catch(() => undefined)',
        replace: 'rm(folderOf(jobId), { recursive: true, force: true })',
      },
    ],
  },
  {
    name: 'costs-asked-with-each-call',
    what: 'The cost of each open call is asked for with every call that follows',
    about: { 'batch-late': 8, 'batch-tools': 2, send: 6 },
    changes: [
      {
        file: 'electron/core/ledger/account.ts',
        find: 'if (!isAsked && !patience.isDue(open, now)) continue;',
        replace: 'if (!isAsked && patience.isDue(open, now) === null) continue;',
      },
    ],
  },
  {
    name: 'held-jobs-keep-their-turn',
    what: 'Jobs that a gateway asks to wait for hours keep the places of others, which wait without a word, also those of other profiles',
    about: { batch: 8, 'limit-for-hours': 5, 'switch-profile': 3, time: 3 },
    changes: [
      {
        file: 'electron/core/calls/send-call.ts',
        find: '    call.turn?.leave();\n',
        replace: '',
      },
      {
        file: 'electron/core/calls/send-call.ts',
        find: '    await call.turn?.enter();\n',
        replace: '',
      },
    ],
  },
];
