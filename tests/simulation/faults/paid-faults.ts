/** Faults of results that were paid for and came in an answer that says something else. */
import type { Fault } from './fault';

export const paidFaults: readonly Fault[] = [
  {
    name: 'failed-record-emptied',
    what: 'A result in the record of a job that says it failed is thrown away, though it was charged',
    about: { 'paid-failures': 5, video: 8, time: 3, 'long-time': 1 },
    changes: [
      {
        file: 'electron/gateway/parse/job-reply.ts',
        find: "if (status === 'failed') return readFailedResults([record, ...records], context.baseUrl);",
        replace:
          "if (status === 'failed') return { ...readFailedResults([], context.baseUrl), outputs: [] };",
      },
    ],
  },
  {
    name: 'reply-beside-error-lost',
    what: 'Pictures and sound of a whole reply are thrown away where an error is beside them',
    about: { 'errors-beside': 5, send: 8, regenerate: 2, time: 3 },
    changes: [
      {
        file: 'electron/gateway/operations/chat.ts',
        find: 'throw hasContent ? Object.assign(amended, { known } satisfies FailedReply) : amended;',
        replace: 'throw hasContent ? Object.assign(amended, {} satisfies Partial<FailedReply>) : amended;',
      },
      {
        file: 'electron/gateway/parse/chat-steps.ts',
        find: '  yield* assembly.add(body);\n  failInside(reply, body);\n',
        replace: '  failInside(reply, body);\n  yield* assembly.add(body);\n',
      },
    ],
  },
  {
    name: 'address-before-bytes',
    what: 'An address that leads nowhere is asked for in place of the bytes beside it, which are lost',
    about: { 'dead-addresses': 6, image: 8, time: 3, 'long-time': 1 },
    changes: [
      {
        file: 'electron/gateway/parse/media-source.ts',
        find: "const found = inside.find(({ kind }) => kind === 'bytes') ?? joined(inside as Addresses[], declared);",
        replace:
          "const found = inside.find(({ kind }) => kind === 'url') ?? inside[0] ?? joined([] as Addresses[], declared);",
      },
    ],
  },
  {
    name: 'alike-by-length',
    what: 'Two pictures of a reply that are of one length are taken for one, and the second is lost',
    about: { send: 8, regenerate: 3, time: 1 },
    changes: [
      {
        file: 'electron/gateway/parse/chat-media.ts',
        find: "createHash('sha256').update(source.bytes).digest('base64')",
        replace: "createHash('sha256').digest('base64') + String(source.bytes.length)",
      },
    ],
  },
  {
    name: 'images-in-text-lost',
    what: 'Images that a reply holds in its text as data URLs stay letters there, and are no files',
    about: { 'images-in-text': 5, send: 8, regenerate: 2, time: 3 },
    changes: [
      {
        file: 'electron/gateway/parse/inline-media.ts',
        find: 'if (now.length >= SHORTEST && isMedia(url)) {',
        replace: 'if (now.length >= SHORTEST && !isMedia(url)) {',
      },
    ],
  },
];
