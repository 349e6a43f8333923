/** Faults with the forms in which gateways write replies, and with what is sent of a chat. */
import type { Fault } from './fault';

export const replyFaults: readonly Fault[] = [
  {
    name: 'thinking-in-text',
    what: 'Thinking that comes between tags inside the text is shown as the reply, and sent back with it',
    changes: [
      {
        file: 'electron/gateway/parse/thinking/thinking-splitter.ts',
        find: 'return mayBegin(state, text.charAt(at)) ? markerAt(text, at) : null;',
        replace: "return mayBegin(state, text.charAt(at)) && text === '' ? markerAt(text, at) : null;",
      },
    ],
  },
  {
    name: 'one-end-mark',
    what: 'Only `[DONE]` ends a stream: where a gateway writes it otherwise, a finished reply waits and is interrupted',
    changes: [
      {
        file: 'electron/gateway/parse/stream-event.ts',
        find: 'text.length < 20 && /^["\']?[[(<]*done[\\])>]*["\']?$/i.test(text);',
        replace: "text === '[DONE]';",
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
    name: 'charset-believed',
    what: 'The charset of a header is believed, also where the text is UTF-8',
    changes: [
      {
        file: 'electron/gateway/http/charset.ts',
        find: 'return isCertain ? declared : createCheckedReader(declared);',
        replace: "return isCertain || declared.encoding !== '' ? declared : createCheckedReader(declared);",
      },
    ],
  },
  {
    name: 'blank-messages-sent',
    what: 'Blank replies are sent back, and gateways refuse the chat from then on',
    changes: [
      {
        file: 'electron/core/chat/sent-history.ts',
        find: "  text.trim() !== '' || attachments.length > 0;",
        replace: "  text !== ' ' || attachments.length > 0;",
      },
    ],
  },
  {
    name: 'neighbors-of-one-role',
    what: 'Two messages of one role in a row are sent as they are after a reply without text',
    changes: [
      {
        file: 'electron/core/chat/sent-history.ts',
        find: 'if (last === undefined || last[0]?.role !== message.role) turns.push([message]);',
        replace:
          "if (last === undefined || last[0]?.role !== message.role || message.text !== '') turns.push([message]);",
      },
    ],
  },
  {
    name: 'blank-reply-continued',
    what: 'A reply of blanks is continued, although it has no text',
    needs: ['continue'],
    changes: [
      {
        file: 'electron/core/chat/continue.ts',
        find: "const isBegun = reply.text.trim() !== '';",
        replace: "const isBegun = reply.text !== '';",
      },
    ],
  },
];
