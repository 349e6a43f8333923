import { expect, test } from 'vitest';
import { chatParams } from '../../../../electron/core/modalities/chat-request';
import { withFiles, withoutFiles } from '../../../../electron/core/modalities/message-content';
import { said as message, type SentMessage } from '../../../../electron/core/modalities/sent-history';
import type { RunSettings } from '../../../../shared/run/chat-settings';

const said = (text: string, images: readonly string[] = []): SentMessage =>
  message('user', text, images.map((id) => ({ id, kind: 'image', name: `${id}.png`, bytes: 1 })) as never);
const replied = (text: string): SentMessage => message('assistant', text);
const sent = (history: readonly SentMessage[], settings: RunSettings = {}, contentOf = withoutFiles) =>
  chatParams('m', history, settings, contentOf).messages;

test('a blank system prompt and blank messages are left out, and neighbors of one role are joined', () => {
  const history = [
    said('One'),
    replied('\n\n'),
    said('Two'),
    replied(''),
    said('Three'),
    replied('Yes'),
    said('Four'),
  ];
  expect(sent(history, { systemPrompt: ' \n' })).toEqual([
    { role: 'user', content: 'One\n\nTwo\n\nThree' },
    { role: 'assistant', content: 'Yes' },
    { role: 'user', content: 'Four' },
  ]);
});

test('a message that is sent again after a failure is sent once', () => {
  const history = [said('One'), replied(''), said('One'), replied(' '), said('One')];
  expect(sent(history)).toEqual([{ role: 'user', content: 'One' }]);
  expect(sent([said('One'), replied('Yes'), said('One')])).toHaveLength(3);
});

test('joined messages keep their images, each beside its text', () => {
  const urls = new Map([
    ['a', 'data:a'],
    ['b', 'data:b'],
  ]);
  const history = [said('One', ['a']), replied(''), said('Two'), replied(''), said('', ['b'])];
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });
  expect(sent(history, {}, withFiles(urls))).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'One' },
        image('data:a'),
        { type: 'text', text: 'Two' },
        image('data:b'),
      ],
    },
  ]);
  expect(sent([said('One', ['a']), replied(''), said('One', ['b'])])).toMatchObject([
    { content: expect.stringContaining('b.png') },
  ]);
});

test('neighbors among replies are joined too', () => {
  expect(sent([said('One'), replied('A'), said(' '), replied('B'), said('Two')])).toEqual([
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'A\n\nB' },
    { role: 'user', content: 'Two' },
  ]);
});

test('of a file that is gone a line says what was there', () => {
  const lost = { id: 'p1', type: 'unknown', raw: { type: 'file', name: 'report.pdf' } } as const;
  const history: readonly SentMessage[] = [{ role: 'user', parts: [lost] }];
  expect(sent(history)).toEqual([{ role: 'user', content: '[A file was here: report.pdf]' }]);
});
