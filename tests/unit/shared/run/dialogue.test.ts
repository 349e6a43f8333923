/** Who speaks in a text, in the scripts and forms that people paste. */
import { expect, test } from 'vitest';
import {
  dialogueParts,
  isLikelyName,
  speakersIn,
  voiceLabel,
  withVoices,
} from '../../../../shared/run/dialogue';
import { processorMs } from '../../../support/processor-time';

const spoken = (text: string, speakers = speakersIn(text)) =>
  dialogueParts(text, withVoices({}, Object.fromEntries(speakers.map((name) => [name, 'a'])))).map(
    ({ start, end, speaker }) => [speaker, text.slice(start, end)],
  );

test.each([
  [
    'Clara: Hi.\nBen: Listen: it rains.',
    [
      ['Clara', 'Hi.'],
      ['Ben', 'Listen: it rains.'],
    ],
  ],
  [
    'Dr. Smith: Hi.\nSpeaker 2: Yes.',
    [
      ['Dr. Smith', 'Hi.'],
      ['Speaker 2', 'Yes.'],
    ],
  ],
  // A wide colon has no blank behind it.
  [
    '克拉拉：你好。\n本：再见。',
    [
      ['克拉拉', '你好。'],
      ['本', '再见。'],
    ],
  ],
  [
    '玛丽·居里： 你好。\nジョン・スミス：はい。',
    [
      ['玛丽·居里', '你好。'],
      ['ジョン・スミス', 'はい。'],
    ],
  ],
  [
    'سارة: مرحبا\nعلی\u200cرضا: سلام',
    [
      ['سارة', 'مرحبا'],
      ['علی\u200cرضا', 'سلام'],
    ],
  ],
  [
    'רות: שלום\nद्वारा: नमस्ते',
    [
      ['רות', 'שלום'],
      ['द्वारा', 'नमस्ते'],
    ],
  ],
  // As chats write it.
  [
    '**Clara:** Hi.\n**Ben**: Yes.',
    [
      ['Clara', 'Hi.'],
      ['Ben', 'Yes.'],
    ],
  ],
])('“%s” is read by its speakers', (text, parts) => {
  expect(spoken(text)).toEqual(parts);
});

test.each(['At 10:30 it rains.', 'https://example.com', 'C:\\files', 'no colon here', ': nobody', 'Clara:'])(
  '“%s” names nobody',
  (text) => {
    expect(speakersIn(text)).toEqual([]);
  },
);

test('a sentence that begins like a name is known, and spoken whole where it has no voice', () => {
  const text = 'Clara: One moment.\nOne thing I know for sure: it rains.';
  expect(speakersIn(text).filter(isLikelyName)).toEqual(['Clara']);
  expect(spoken(text, ['Clara'])).toEqual([['Clara', 'One moment.\nOne thing I know for sure: it rains.']]);
});

test.each([
  ['voice:Clara', 'Voice of Clara'],
  // The second line, as the list of lines counts them.
  ['voice#1', 'Voice of line 2'],
  ['voice', null],
  ['speed', null],
])('the parameter “%s” is called %s', (name, label) => {
  expect(voiceLabel(name)).toBe(label);
});

test('lines of blanks, letters or stars alone are read at once', () => {
  const begun = processorMs();
  for (const part of [' ', 'a ', '**', '* ', 'a:'])
    expect(speakersIn(`Clara${part.repeat(100_000)}`).length).toBeLessThanOrEqual(1);
  expect(processorMs() - begun).toBeLessThan(5_000);
});
