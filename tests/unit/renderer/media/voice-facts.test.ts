import { expect, it } from 'vitest';
import { areLanguagesKnown, voiceText, voiceWords } from '../../../../renderer/media/settings/voice-facts';

it.each([
  [undefined, 'Language unknown'],
  [{ name: 'Rachel' }, 'Rachel · Language unknown'],
  [{ name: 'Rachel', languages: ['en-US'] }, 'Rachel · American English'],
  [{ languages: ['pt_BR', 'de', 'Korean', 'x', 'zz-'] }, 'Brazilian Portuguese, German, Korean, x, zz-'],
])('says what is known of a voice: %j', (facts, expected) => {
  expect(voiceText(facts)).toBe(expected);
});

it('finds a voice by its id, its name, the code and the name of its language', () => {
  const words = voiceWords('v1', { name: 'Rachel', languages: ['de-CH'] });
  for (const typed of ['v1', 'rach', 'de-ch', 'german']) expect(words).toContain(typed);
  expect(voiceWords('v1')).toBe('v1');
});

it('says nothing of languages voice by voice where none is known', () => {
  expect(areLanguagesKnown({ v1: { name: 'Rachel' }, v2: {} })).toBe(false);
  expect(areLanguagesKnown({ v1: { name: 'Rachel' }, v2: { languages: ['de'] } })).toBe(true);
  expect(voiceText({ name: 'Rachel' }, false)).toBe('Rachel');
  expect(voiceText(undefined, false)).toBe('');
});
