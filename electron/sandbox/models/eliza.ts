import { mixSeed } from '../random';
import { Eliza } from './eliza-engine';
import { greeting } from './eliza-words';
import type { ChatModel } from './model';

/** A listener of 1966. It has no memory of its own: every reply replays the conversation it is given. */
export const eliza: ChatModel = {
  id: 'sandbox/eliza',
  description: 'A patient listener after the ELIZA of 1966. It holds a conversation and asks back.',
  pricing: { inputMicros: 100, outputMicros: 100 },
  contextWindow: 32_768,
  maxOutput: 2048,
  tokensPerSecond: 30,
  *reply({ turns, seed, choice }) {
    const spoken = turns.filter((turn) => turn.role === 'user');
    const conversation = new Eliza(seed === null && choice === 0 ? 0 : mixSeed(seed ?? 0, choice) >>> 0);
    const replies = spoken.map((turn) => conversation.reply(turn.text));
    yield replies.at(-1) ?? greeting;
  },
};
