import { describe, expect, it } from 'vitest';
import { Eliza, eliza, keywords } from '../../electron/sandbox/models/eliza-engine';
import { fallbacks, greeting, silences } from '../../electron/sandbox/models/eliza-words';
import type { ChatTurn } from '../../electron/sandbox/models/model';

const talk = (...said: string[]): string[] => {
  const conversation = new Eliza(0);
  return said.map((text) => conversation.reply(text));
};

const replyTo = (turns: readonly ChatTurn[], seed: number | null = null, choice = 0): string =>
  [...eliza.reply({ turns, seed, choice, body: {} })].join('');

const user = (text: string): ChatTurn => ({ role: 'user', text });

describe('Eliza', () => {
  it('holds a conversation', () => {
    expect(
      talk(
        'Hello',
        'I am unhappy about my family.',
        'My mother never listened to me',
        'Well well',
        'I need a holiday',
        'I dreamed of the sea',
        "I can't swim",
        'bye',
      ),
    ).toEqual([
      'Hello. What is on your mind today?',
      'Your family?',
      'Tell me more about your mother.',
      'Earlier you said your family. Is that still on your mind?',
      'What would it mean to you to get a holiday?',
      'You dreamed of the sea? And how did it end?',
      'How do you know that you cannot swim?',
      'Goodbye. I hope you leave with a lighter step.',
    ]);
  });

  it('reverses the pronouns of what it repeats', () => {
    expect(talk('You are kind to me')).toEqual(['What makes you think I am kind to you?']);
    expect(talk('Am I your friend?')[0]).not.toContain('your friend');
    expect(talk("I don't trust myself with my money")).toEqual([
      'What would be different if money did not matter?',
    ]);
    expect(talk("I don't trust myself")).toEqual(["Don't you really trust yourself?"]);
  });

  it('answers the strongest keyword of the first clause that has one', () => {
    expect(talk('I think computers are strange')).toEqual(['Do computers worry you?']);
    expect(talk('Well, then. I want peace, but my job is loud')).toEqual([
      'What would it mean to you to get peace?',
    ]);
  });

  it('does not give the same reply twice in a row', () => {
    const replies = talk('because', 'because', 'because', 'because', 'because');
    for (const [index, reply] of replies.entries()) expect(reply).not.toBe(replies[index + 1]);
    expect(replies[4]).toBe(replies[0]);
  });

  it('returns to an earlier statement when it finds no keyword, once for each', () => {
    const [, second, third] = talk('my garden is dry', 'rain', 'clouds');
    expect(second).toContain('your garden is dry');
    expect(fallbacks).toContain(third);
  });

  it('has an answer to silence, odd words and very long sentences', () => {
    expect(silences).toContain(talk('   ')[0]);
    expect(fallbacks).toContain(talk('constructor')[0]);
    expect(fallbacks).toContain(talk('🌊🌊🌊')[0]);
    expect(talk('__proto__ toString hasOwnProperty')[0]).not.toBe('');
    expect(talk(`i am ${'very '.repeat(200_000)}sad you me`)[0]).not.toBe('');
    expect(talk('i '.repeat(200_000))[0]).not.toBe('');
  });

  it('leaves no placeholder and no empty part in any reply', () => {
    const words = [...keywords.keys()];
    const said = words.flatMap((word) => [
      word,
      `i ${word} you`,
      `you ${word} me`,
      `do i ${word} my own things`,
      `i am ${word} with my mother`,
    ]);
    for (const reply of talk(...said, ...said, ...said)) {
      expect(reply).not.toMatch(/[=@~|*]|\(\d\)|undefined| [?.,]| {2}/);
      expect(reply).toMatch(/^\p{Lu}.*[.?!]$/u);
    }
  });

  it('knows at least 35 keywords, and every reference in the script exists', () => {
    expect(keywords.size).toBeGreaterThanOrEqual(35);
    const rules = [...keywords.values()].flatMap((keyword) => keyword.rules);
    const jumps = rules.flatMap((rule) => rule.replies).filter((reply) => reply.startsWith('='));
    expect(jumps.length).toBeGreaterThan(5);
    for (const jump of jumps) expect(keywords.has(jump.slice(1))).toBe(true);
  });
});

describe('sandbox/eliza', () => {
  it('greets if there is no message yet', () => {
    expect(replyTo([{ role: 'system', text: 'Be kind.' }])).toBe(greeting);
  });

  it('replays the conversation: its reply depends on earlier turns, not on its own words', () => {
    const first = [user('My boat leaks')];
    const reply = replyTo(first);
    const more = [...first, { role: 'assistant', text: reply } as const, user('Well')];
    expect(replyTo(more)).toContain('your boat leaks');
    expect(replyTo([...first, { role: 'assistant', text: 'anything' } as const, user('Well')])).toBe(
      replyTo(more),
    );
    expect(fallbacks).toContain(replyTo([user('Well')]));
  });

  it('is the same for the same seed, and different for others', () => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    const replies = seeds.map((seed) => replyTo([user('because')], seed));
    expect(seeds.map((seed) => replyTo([user('because')], seed))).toEqual(replies);
    expect(new Set(replies).size).toBeGreaterThan(1);
    expect(replyTo([user('because')], -5)).not.toBe('');
    expect(replyTo([user('because')], Number.MAX_SAFE_INTEGER, 3)).not.toBe('');
  });
});
