/** Faults found with odd media, slow answers, foreign presets and amounts below zero. */
import type { Fault } from './fault';

export const worldFaults: readonly Fault[] = [
  {
    name: 'form-fields-in-extra',
    what: 'A field of the form among the extra parameters is sent and charged, and the form shows another',
    changes: [
      {
        file: 'electron/core/lib/require-extra.ts',
        find: 'if (name === undefined) return;',
        replace: "if (name !== '') return;",
      },
    ],
  },
  {
    name: 'archive-makes-defaults',
    what: 'A preset of an archive becomes what the next request starts with',
    needs: ['import-foreign'],
    changes: [
      {
        file: 'electron/storage/archive/adapt-row.ts',
        find: 'presets: (row) => ({ ...row, is_default: 0 }),',
        replace: 'presets: (row) => row,',
      },
    ],
  },
  {
    name: 'amounts-below-zero',
    what: 'An answer that states a charge below zero makes room under a limit',
    needs: ['fault'],
    changes: [
      {
        file: 'electron/gateway/parse/metadata.ts',
        find: "amountOrNull(found?.credits_used) ?? amountOrNull(headerEndingIn(headers, 'credits-used'))",
        replace: "numberOrNull(found?.credits_used) ?? numberOrNull(headerEndingIn(headers, 'credits-used'))",
      },
      {
        file: 'electron/core/ledger/answer-amounts.ts',
        find: 'toCharge(used, unit) ??',
        replace: 'toAmount(used, unit) ??',
      },
    ],
  },
  {
    name: 'slow-answers-given-up',
    what: 'An answer that takes longer than some minutes is given up, though it is paid',
    about: { send: 5, image: 5, speech: 3, time: 2 },
    changes: [
      {
        file: 'electron/gateway/http/watch.ts',
        find: '  headersMs,\n  idleMs,\n  totalMs: Number.POSITIVE_INFINITY,\n});\n\nexport const freeLimits',
        replace:
          '  headersMs: Math.min(headersMs, 240_000),\n  idleMs: Math.min(idleMs, 90_000),\n  totalMs: Number.POSITIVE_INFINITY,\n});\n\nexport const freeLimits',
      },
    ],
  },
  {
    name: 'range-unchecked',
    what: 'A cut download goes on with whatever its server sends, and joins two files',
    needs: ['bad-results'],
    changes: [
      {
        file: 'electron/gateway/http/resume.ts',
        find: 'found?.start === seen && isWhole && isSame && !now.isPacked',
        replace: '(found?.start === seen || isWhole || isSame || !now.isPacked)',
      },
    ],
  },
  {
    name: 'cut-asked-at-once',
    what: 'Files whose connections bring a little each time are asked for twice a second, all of them together',
    about: { image: 8, 'cut-files': 2, 'long-time': 1 },
    changes: [
      {
        file: 'electron/gateway/http/resume.ts',
        find: 'Math.min(brief - 1, MOST_DOUBLINGS_FOR_BRIEF)',
        replace: 'brief - brief',
      },
    ],
  },
  {
    name: 'open-wav-cut',
    what: 'Samples of a WAV that states no length are taken for something else, and lost',
    about: { speech: 6, 'long-speech': 4, dialogue: 3, time: 3 },
    changes: [
      {
        file: 'electron/storage/media/formats/wav/layout.ts',
        find: '{ ...last, dataEnd: source.size, isOpenEnded: true }',
        replace: '{ ...last, isOpenEnded: true }',
      },
      // Either of the two is enough to keep the parts.
      {
        file: 'electron/storage/media/formats/join-audio.ts',
        find: 'if (!isRight) throw',
        replace: 'if (isRight === undefined) throw',
      },
    ],
  },
  {
    name: 'parts-dropped',
    what: 'Parts of speech that can’t be joined are deleted',
    needs: ['speech'],
    changes: [
      {
        file: 'electron/core/jobs/save-joined.ts',
        find: 'if (!isJoined) await saveAllParts(context, job, signal);',
        replace: 'void [isJoined, saveAllParts];',
      },
    ],
  },
  {
    name: 'unknown-files-refused',
    what: 'Bytes of a type that the app doesn’t know are thrown away after they were paid',
    changes: [
      {
        file: 'electron/storage/media/result-type.ts',
        find: 'if (known !== null) return known;',
        replace:
          "if (known !== null && !/heic|tiff|photoshop|caf|basic|flv|avi/.test(known.contentType)) return known;\n  if (known !== null) throw malformed('The result is not a known image, audio or video format.');",
      },
    ],
  },
  {
    name: 'key-in-other-forms',
    what: 'A key that an answer repeats in base64, in hexadecimal or escaped is shown and stored',
    needs: ['fault'],
    changes: [
      {
        file: 'electron/gateway/record/key-forms.ts',
        find: 'return [plain, ...hex, ...packed];',
        replace: 'return [plain, ...hex, ...packed].slice(0, 1);',
      },
    ],
  },
  {
    name: 'left-call-charged-later',
    what: 'A call that was left is counted as spent by others where the gateway charges it minutes later',
    about: { 'charged-late': 5, send: 1, 'long-time': 4 },
    changes: [
      {
        file: 'electron/core/ledger/reconcile.ts',
        find: 'callsSince: lastAt - CALL_MAY_STILL_RUN_MS',
        replace: 'callsSince: lastAt - CHARGE_MAY_COME_LATE_MS',
      },
    ],
  },
  {
    name: 'first-charge-of-others',
    what: 'The late charge of a call that was sent again, and answered, is counted as spent by others',
    about: { 'charged-again': 5, send: 2, time: 3, 'long-time': 2 },
    changes: [
      {
        file: 'electron/storage/db/ledger-settled.ts',
        find: " OR (sent.outcome = 'answered' AND sent.used > 0)",
        replace: '',
      },
    ],
  },
  {
    name: 'second-charge-of-others',
    what: 'The second charge of a call that was sent twice is counted as spent by others',
    about: { 'charged-twice': 5, send: 1, 'long-time': 4 },
    changes: [
      {
        file: 'electron/storage/db/ledger-settled.ts',
        find: '< (SELECT max(1, count(*)) FROM ledger_rows sent',
        replace: '< (SELECT 1 FROM ledger_rows sent',
      },
    ],
  },
  {
    name: 'record-read-once',
    what: 'A database that can’t be read after an answer loses a part of speech that was paid',
    about: { speech: 5, image: 3, video: 2, 'breaks-soon': 8, time: 3 },
    changes: [
      {
        file: 'electron/core/jobs/context.ts',
        find: 'internals: (id) => persist(() => ports.storage.jobs.internals(id)),',
        replace: 'internals: async (id) => ports.storage.jobs.internals(id),',
      },
    ],
  },
];
