import { expect, it } from 'vitest';
import { windowTitle } from '../../../../renderer/app/window-title';
import { placeInRun } from '../../../../renderer/media/media-facts';
import { endOfSentences } from '../../../../renderer/parts/chat/use-read-out';
import { tableAsMarkdown } from '../../../../renderer/parts/markdown/table';
import { defaultSettings, settingsSchema } from '../../../../shared/app/settings';

const begun = (text: string) => text.slice(0, endOfSentences(text, 0));

it('reads whole sentences only, in any script', () => {
  expect(begun('One. Two! Thr')).toBe('One. Two!');
  expect(begun('Version 2.5 is o')).toBe('');
  expect(begun('He said “yes.” Then')).toBe('He said “yes.”');
  expect(begun('第一句。第二')).toBe('第一句。');
  expect(endOfSentences('One. Two. Three', 5)).toBe(9);
});

it('takes no longer for a reply that writes nothing but dots any more', () => {
  expect(begun(`One. Two${'.'.repeat(300_000)}x`)).toBe('One.');
  expect(begun(`One${'.'.repeat(300_000)}) Tw`)).toHaveLength(300_004);
});

it('copies a cell of blanks as it copies any other', () => {
  const blanks = '\t'.repeat(300_000);
  expect(
    tableAsMarkdown([
      ['a', `b ${blanks}\n c`],
      [`d${blanks}e`, 'f'],
    ]),
  ).toBe(`| a | b c |\n| --- | --- |\n| d${blanks}e | f |`);
});

it('reads nothing out before one asks for it', () => {
  expect(defaultSettings.readReplies).toBe('none');
  expect(settingsSchema.shape.readReplies.safeParse('words').success).toBe(false);
});

it('tells the results of one run apart by place and seed', () => {
  const job = { media: [{ id: 'a' }, { id: 'b' }] };
  const item = (origin: object) => ({ origin: { parameters: {}, ...origin } }) as never;
  expect(placeInRun('b', item({ seed: 7 }), job)).toBe('2 of 2, seed 7');
  expect(placeInRun('a', item({}), job)).toBe('1 of 2');
  expect(placeInRun('a', item({ seed: 7 }), { media: [{ id: 'a' }] })).toBe('');
  expect(placeInRun('a', item({ seed: 7 }), undefined)).toBe('seed 7');
});

it('names a window by its chat first', () => {
  expect(windowTitle(['Raft', 'Chat'])).toBe('Raft · Chat · Gatehouse');
  expect(windowTitle([undefined, 'Image'])).toBe('Image · Gatehouse');
});
