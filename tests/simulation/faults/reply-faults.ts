/** Faults with the forms in which gateways write replies, and with what is sent of a chat. */
import type { Fault } from './fault';

export const replyFaults: readonly Fault[] = [
  {
    name: 'thinking-in-text',
    what: 'Thinking that comes between tags inside the text is shown as the reply, and sent back with it',
    changes: [
      {
        file: 'electron/gateway/parse/thinking/thinking-splitter.ts',
        find: "return state.part !== 'head' && mayBegin(state, text.charAt(at)) ? markerAt(text, at) : null;",
        replace: 'return null;',
      },
    ],
  },
  {
    name: 'one-end-mark',
    what: 'Only `[DONE]` ends a stream: where a gateway writes it otherwise, a finished reply waits and is interrupted',
    changes: [
      {
        file: 'electron/gateway/parse/sse.ts',
        find: 'text.length < 20 && /^["\']?[[(<]*done[\\])>]*["\']?$/i.test(text);',
        replace: "text === '[DONE]';",
      },
      {
        file: 'electron/gateway/parse/sse.ts',
        find: 'endTypes.includes(type) || endTypes.includes(endWord(data))',
        replace: 'endTypes.includes(type)',
      },
    ],
  },
  {
    name: 'message-after-pieces',
    what: 'A whole message after its pieces is added to them',
    changes: [
      {
        file: 'electron/gateway/parse/whole-pieces.ts',
        find: "      if (isLast && kind === 'message' && hasDeltas) return takeMessage(piece);\n",
        replace: '      void takeMessage;\n',
      },
    ],
  },
  {
    name: 'text-so-far-is-new',
    what: 'Pieces that each hold all of the text so far are added to each other',
    changes: [
      {
        file: 'electron/gateway/parse/whole-pieces.ts',
        find: 'return isLast && isRepeated(piece) ? nothing : take(piece);',
        replace: 'return isLast && isRepeated(piece) ? nothing : grow(piece);',
      },
    ],
  },
  {
    name: 'words-break-stream',
    what: 'Words between the chunks, such as `ping` or a date, break the reply off',
    changes: [
      {
        file: 'electron/gateway/parse/sse.ts',
        find: 'const isBroken = body === undefined && /^[{[]/.test(text);',
        replace: 'const isBroken = body === undefined;',
      },
    ],
  },
  {
    name: 'blank-lines-expected',
    what: 'Events with a single line end between them are taken for one, which can’t be read',
    changes: [
      {
        file: 'electron/gateway/parse/sse.ts',
        find: "if (data.length === 1 && type === '' && isOver(data[0] ?? '', value)) {",
        replace: 'if (data.length > 1_000_000) {',
      },
    ],
  },
  {
    name: 'lines-of-json-refused',
    what: 'A stream whose lines are JSON alone can’t be read',
    about: { send: 6, regenerate: 2, continue: 1, time: 2 },
    changes: [
      {
        file: 'electron/gateway/parse/chat-steps.ts',
        find: "if (kind === 'events' || begun.isLines) yield*",
        replace: "if (kind === 'events') yield*",
      },
    ],
  },
  {
    name: 'cut-loses-whole-line',
    what: 'A chunk that came whole is lost with a cut, or with Stop, before the line that ends it',
    about: { send: 8, 'cut-behind': 6, time: 2 },
    changes: [
      {
        file: 'electron/gateway/parse/chat-steps.ts',
        find: '    yield* takeWhole(reply, assembly, parser);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'charset-believed',
    what: 'The charset of a header is believed, also where the text is UTF-8',
    changes: [
      {
        file: 'electron/gateway/http/charset.ts',
        find: 'return isCertain ? declared : createCheckedReader(declared);',
        replace: 'return declared;',
      },
    ],
  },
  {
    name: 'blank-messages-sent',
    what: 'Blank replies are sent back, and gateways refuse the chat from then on',
    about: { send: 6, stop: 3, regenerate: 2, time: 2 },
    changes: [
      {
        file: 'electron/core/modalities/sent-history.ts',
        find: "textOf(parts).trim() !== '' || filesOf(parts).length > 0",
        replace: "textOf(parts) !== '' || filesOf(parts).length >= 0",
      },
    ],
  },
  {
    name: 'result-without-its-call',
    what: 'A reply of calls alone is left out as blank, and the results of its tools are sent without it',
    about: { 'send-tools': 5, 'answer-tools': 6, send: 4, time: 2 },
    changes: [
      {
        file: 'electron/core/modalities/sent-history.ts',
        find: '!saysSomething(message) && !rounds.has(message);',
        replace: '!saysSomething(message);',
      },
    ],
  },
  {
    name: 'neighbors-of-one-role',
    what: 'Two messages of one role in a row are sent as they are after a reply without text',
    about: { send: 6, stop: 4, fault: 2, regenerate: 1, time: 1 },
    changes: [
      {
        file: 'electron/core/modalities/sent-history.ts',
        find: 'if (!isJoined) turns.push(',
        replace: "if (!isJoined || message.text !== '') turns.push(",
      },
    ],
  },
  {
    name: 'blank-system-prompt',
    what: 'A system prompt of blanks is sent',
    about: { send: 6, enqueue: 1, regenerate: 1, time: 1 },
    changes: [
      {
        file: 'electron/core/modalities/chat-request.ts',
        find: "const isBlank = (text: string): boolean => text.trim() === '';",
        replace: "const isBlank = (text: string): boolean => text === '';",
      },
      {
        file: 'electron/core/modalities/sent-history.ts',
        find: '!saysSomething(message) && !rounds.has(message);',
        replace: "message.role !== 'system' && !saysSomething(message) && !rounds.has(message);",
      },
    ],
  },
  {
    name: 'blank-reply-continued',
    what: 'A reply of blanks is continued, although it has no text',
    about: { send: 6, stop: 4, continue: 5, fault: 2, time: 1 },
    changes: [
      {
        file: 'electron/core/chat/continue.ts',
        find: "const isBegun = reply.text.trim() !== '';",
        replace: "const isBegun = reply.text !== '';",
      },
    ],
  },
  {
    name: 'queue-goes-to-shown-branch',
    what: 'A queued message goes to the branch that is shown, not to the one it was typed in',
    about: { send: 4, regenerate: 2, 'queue-branch': 6, time: 3 },
    changes: [
      {
        file: 'electron/core/chat/queue.ts',
        find: 'attachments, model, settings, parentId };',
        replace: 'attachments, model, settings };',
      },
      {
        file: 'electron/core/chat/chat.ts',
        find: 'return { ...input, parentId: endOfQueuedBranch(storage, waiting) };',
        replace: 'return input;',
      },
    ],
  },
  {
    name: 'queue-takes-todays-settings',
    what: 'A queued message is sent with the settings that were chosen since',
    about: { send: 4, regenerate: 2, 'queue-branch': 6, time: 3 },
    changes: [
      {
        file: 'electron/core/chat/queue.ts',
        find: 'const { id: messageId, text, model, settings } = waiting;',
        replace:
          'const { id: messageId, text, model } = waiting;\n    const { settings } = conversations.get(conversationId) ?? waiting;',
      },
    ],
  },
  {
    name: 'queue-undoes-choices',
    what: 'A queued message that is sent undoes what was chosen meanwhile',
    about: { send: 4, regenerate: 2, 'queue-branch': 6, time: 3 },
    changes: [
      {
        file: 'electron/core/chat/plan.ts',
        find: 'if (!isQueued && input.keepsSettings !== true)\n      storage.conversations.configure(',
        replace: 'storage.conversations.configure(',
      },
    ],
  },
  {
    name: 'turned-image-lies',
    what: 'The facts of a turned image state its size as it is stored, not as it is seen',
    changes: [
      {
        file: 'electron/storage/media/formats/describe.ts',
        find: 'const size = await seenSize(source, contentType);',
        replace: 'const size = await imageSize(source, contentType);',
      },
      {
        file: 'electron/storage/media/formats/describe.ts',
        find: "import { seenSize } from './orientation';",
        replace: "import { imageSize } from './image-size';",
      },
    ],
  },
  {
    name: 'queue-passes-calls',
    what: 'A queued message is sent before the calls above it have their results',
    needs: ['send-tools', 'enqueue'],
    changes: [
      {
        file: 'electron/core/chat/queue.ts',
        find: 'if (parentId !== null && awaitsResults(storage.messages, parentId)) {',
        replace: "if (parentId === '' && awaitsResults(storage.messages, parentId)) {",
      },
    ],
  },
  {
    name: 'half-emoji',
    what: 'Half an emoji is on show while the other half is awaited, and another character after a kill',
    changes: [
      {
        file: 'electron/core/chat/delta-joiner.ts',
        find: 'return this.#hasEnded ? text : toWholeCharacter(text);',
        replace: 'return text;',
      },
    ],
  },
];
