import { expect, test } from 'vitest';
import { frameFields } from '../../../../shared/chat/frame-fields';

test.each([
  [{ messages: [{ role: 'user', content: null }], gaps: [[0, 'content']] }, null],
  [
    {
      messages: [{ role: 'user', content: [{ type: 'text', text: null }, null] }],
      gaps: [
        [0, 'content', 0, 'text'],
        [0, 'content', 1],
      ],
    },
    null,
  ],
  [{ messages: [null, null], gaps: [[0], [1]] }, null],
  [{ messages: [{ role: 'user', name: 'ana', content: null }], gaps: [[0, 'content']] }, { name: 'ana' }],
  [
    {
      messages: [{ role: 'function', content: [{ type: 'text', text: null, cache: 1 }] }],
      gaps: [[0, 'content', 0, 'text']],
    },
    { role: 'function', content: [{ type: 'text', text: null, cache: 1 }] },
  ],
  ['damaged', null],
])('what no part shows of a written message: %#', (frame, fields) => {
  expect(frameFields(frame)).toEqual(fields);
});
