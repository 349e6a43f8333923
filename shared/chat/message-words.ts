/** What is used in place of a message where its text is wanted: to copy, to read out, in a line of a list. */
import { type Part, reasoningOf, refusalOf, textOf } from './parts';
import { toolCallsOf, toolResultsOf } from './tool-calls';

export interface MessageWords {
  readonly of: 'text' | 'refusal' | 'tool calls' | 'tool results' | 'reasoning';
  readonly text: string;
}

/** Its text; of a message without one, why the model declined, what it asks of tools, their results, or what it thought. */
export function wordsOf(parts: readonly Part[]): MessageWords | null {
  const all = [
    { of: 'text', text: textOf(parts) },
    { of: 'refusal', text: refusalOf(parts) },
    { of: 'tool calls', text: linesOf(toolCallsOf(parts).map((one) => [one.name, one.argumentsText])) },
    { of: 'tool results', text: linesOf(toolResultsOf(parts).map(({ content }) => [content])) },
    { of: 'reasoning', text: reasoningOf(parts) },
  ] as const;
  return all.find(({ text }) => text.trim() !== '') ?? null;
}

const linesOf = (all: readonly (readonly string[])[]): string =>
  all.map((one) => one.filter(Boolean).join(' ')).join('\n');
