import type { ChatModel } from './model';
import { lastUserText } from './model';

/** Repeats the last message. */
export const echo: ChatModel = {
  id: 'sandbox/echo',
  description: 'Replies with the newest user message, word for word.',
  pricing: { inputMicros: 50, outputMicros: 100 },
  contextWindow: 131_072,
  maxOutput: 65_536,
  tokensPerSecond: 120,
  *reply({ turns }) {
    yield lastUserText(turns);
  },
};
