/** Thinking of the itemized models: as long as its effort, signed, and looked for in the next request of a tool round. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BenchRequest } from '../bench/mind';

/** As OpenRouter has them (openrouter.ai/docs/use-cases/reasoning-tokens, `reasoning_details`). */
export interface ThinkingDetail {
  readonly type: 'reasoning.text' | 'reasoning.encrypted';
  readonly index: number;
  readonly format: string;
  readonly id?: string;
  readonly text?: string;
  readonly signature?: string;
  readonly data?: string;
}

const sentencesOf: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 4,
  high: 8,
  xhigh: 12,
  max: 16,
};

/** Pieces of thinking; none unless the request asks for some. */
export function thoughts(
  request: BenchRequest,
  split: (text: string) => readonly string[],
): readonly string[] {
  const { reasoning_effort: effort, enable_thinking: isOn, thinking_budget: budget } = request;
  const isAsked = effort !== undefined || isOn === true || budget !== undefined;
  const count = isOn === false || !isAsked ? 0 : (sentencesOf[String(effort ?? 'low')] ?? 2);
  const sentences = Array.from({ length: count }, (_, at) => `Step ${at + 1}: I weigh what was said. `);
  return split(sentences.join('')).slice(0, Number(budget ?? Number.POSITIVE_INFINITY));
}

const signed = (text: string): string => createHash('sha256').update(`signed ${text}`).digest('base64');
const format = 'anthropic-claude-v1';

export function detailsOf(text: string): readonly ThinkingDetail[] {
  if (text === '') return [];
  return [
    { type: 'reasoning.text', text, signature: signed(text), format, index: 0 },
    { type: 'reasoning.encrypted', data: signed(`hidden ${text}`), id: 'rs_1', format, index: 1 },
  ];
}

/** Whether the thinking before a call of tools was sent back untouched; `null` where the request answers no call. */
export function cameBack(messages: BenchRequest['messages']): boolean | null {
  if (messages.at(-1)?.role !== 'tool') return null;
  const { reasoning_details: details } = (messages.findLast(({ role }) => role === 'assistant') ?? {}) as {
    readonly reasoning_details?: unknown;
  };
  const [first] = Array.isArray(details) ? (details as readonly ThinkingDetail[]) : [];
  return first !== undefined && isDeepStrictEqual(details, detailsOf(first.text ?? ''));
}
