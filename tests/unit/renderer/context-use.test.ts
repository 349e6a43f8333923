import { expect, test } from 'vitest';
import { contextUse } from '../../../renderer/features/chat/composer/context-use';
import type { PromptPiece, PromptTokens } from '../../../shared/chat/prompt-tokens';

const piece = (of: PromptPiece['of'], tokens: number, messageId?: string): PromptPiece => ({
  of,
  role: of === 'system' ? 'system' : 'user',
  words: '',
  tokens,
  uncountedFiles: 0,
  ...(messageId !== undefined && { messageId }),
});
const prompt = (changes: Partial<PromptTokens> = {}): PromptTokens => ({
  pieces: [piece('system', 100), piece('message', 300, 'a'), piece('message', 200, 'b'), piece('new', 50)],
  total: 650,
  counted: null,
  contextWindow: 1_000,
  replyTokens: 250,
  ...changes,
});

test('adds the pieces up, and gives each kind its share of the window', () => {
  const { tokens, room, shares, over } = contextUse(prompt());
  expect({ tokens, room, over: over.size }).toEqual({ tokens: 650, room: 750, over: 0 });
  expect(shares).toEqual({ system: 0.1, settings: 0, message: 0.5, new: 0.05, reply: 0.25 });
});

test('shows the sum of the core, and fits the shares to it', () => {
  const { tokens, shares } = contextUse(prompt({ total: 750 }));
  expect(tokens).toBe(750);
  expect(shares.message).toBeCloseTo((500 / 650) * 0.75);
});

test('the oldest messages are too much first; the system prompt and the new message never', () => {
  const whole = prompt({ contextWindow: 600 });
  expect([...contextUse(whole).over]).toEqual([whole.pieces[1]]);
  const tiny = prompt({ contextWindow: 10, replyTokens: null });
  expect([...contextUse(tiny).over]).toEqual([tiny.pieces[2], tiny.pieces[1]]);
});

test('without a known window nothing is too much, and shares are of the prompt', () => {
  const { room, shares, over } = contextUse(prompt({ contextWindow: null }));
  expect({ room, over: over.size, reply: shares.reply }).toEqual({ room: null, over: 0, reply: 0 });
  expect(shares.message).toBeCloseTo(500 / 650);
});

test('an empty prompt takes nothing', () => {
  expect(contextUse(prompt({ pieces: [], total: 0 }))).toMatchObject({ tokens: 0 });
});
