/** A model for structured output: it obeys the response format, and breaks it where the message asks for that. */
import { type ChatModel, lastUserText } from './model';

/** What the newest message may ask for, in square brackets. */
const faultNames = ['missing', 'wrong type', 'trailing', 'cut off'] as const;
export type SchemaFault = (typeof faultNames)[number];

export const structured: ChatModel = {
  id: 'sandbox/structured',
  description:
    'Replies in the response format, with values that depend on the message and the seed. A message with [missing], ' +
    '[wrong type], [trailing] or [cut off] gets a reply that breaks the format in this way.',
  pricing: { inputMicros: 50, outputMicros: 100 },
  contextWindow: 131_072,
  maxOutput: 65_536,
  tokensPerSecond: 400,
  *reply({ turns }) {
    yield `Choose JSON or a schema as the response format, and I follow it. You said: ${lastUserText(turns)}`;
  },
};

/** Which fault the newest message asks this model for; `null` for every other model. */
export function faultAsked(model: ChatModel, text: string): SchemaFault | null {
  if (model.id !== structured.id) return null;
  return faultNames.find((name) => text.includes(`[${name}]`)) ?? null;
}

/** The JSON of a value with the fault. Of an object the first field is hit. */
export function withFault(value: unknown, fault: SchemaFault | null): string {
  const whole = JSON.stringify(value);
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields: readonly [string, unknown][] = isRecord ? Object.entries(value) : [];
  const [[name, first] = ['', null], ...rest] = fields;
  switch (fault) {
    case 'missing':
      return isRecord ? JSON.stringify(Object.fromEntries(rest)) : '';
    case 'wrong type':
      if (!isRecord) return JSON.stringify({ wrong: value });
      return JSON.stringify({
        [name]: typeof first === 'number' ? 'a text' : 7,
        ...Object.fromEntries(rest),
      });
    case 'trailing':
      return `${whole}\n\nI hope this helps!`;
    case 'cut off':
      return whole.slice(0, Math.floor(whole.length / 2));
    case null:
      return whole;
  }
}
