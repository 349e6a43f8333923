/**
 * Calls of tools in a reply and what is answered to them, read the same way where they are shown, sent back and stored.
 * Their form is that of OpenAI's API reference (chat completions, `tool_calls` and the role `tool`).
 */
import type { AppErrorData } from '../errors';
import { isRawPart, type Part } from './parts';
import { rawOf } from './raw-parts';

export interface ToolCall {
  /** The gateway's; where it gave none, one made of the place among the calls of the reply. */
  readonly id: string;
  readonly name: string;
  /** The JSON text that the model wrote: it may be no JSON. Of a custom tool, the text that is its input. */
  readonly argumentsText: string;
  /** As it came, with its id: some gateways want fields of their own back. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What a person, or a function, answered to a call. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly content: string;
}

/** How far a chat that answers calls by itself has come with those of one reply. */
export interface ToolRound {
  /** The results are being found, or wait for their delay. */
  readonly isAnswering: boolean;
  /** Why they wait for a person; `null` where nothing was tried, or it went on. */
  readonly ended: {
    /**
     * - `rounds`, `cost limit`: the limit of the chat is reached, or the next call could exceed it.
     * - `unanswered`: a call has no automatic answer, is of an unknown tool, or its arguments are no JSON.
     * - `unknown cost`: what the last call cost is not known, so the limit of credits can't be watched.
     * - `stopped`: by the person.
     * - `refused`: the next call was refused; `error` says why.
     */
    readonly reason: 'rounds' | 'cost limit' | 'unanswered' | 'unknown cost' | 'stopped' | 'refused';
    readonly error?: AppErrorData;
  } | null;
}

/** Of the results that are sent together. */
export const roundLimits = { results: 256, callIdCharacters: 1_000 } as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textFrom = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? {});

/** The calls of a reply that have a name, in their order; what has none can't be answered. */
export function toolCallsOf(parts: readonly Part[]): readonly ToolCall[] {
  return rawOf(parts, 'toolCall').flatMap((raw, at) => {
    if (!isRecord(raw)) return [];
    const { index: _place, ...call } = raw;
    // OpenAI's custom tools have a text as their input.
    const asked = [call.function, call.custom].find(isRecord) ?? call;
    // A content part of type `tool_use` has its arguments as `input`.
    const given = asked.arguments ?? asked.input;
    if (typeof asked.name !== 'string' || asked.name === '') return [];
    const id = typeof call.id === 'string' && call.id !== '' ? call.id : `call_${at + 1}`;
    const argumentsText = textFrom(given);
    const usual = { type: 'function', function: { name: asked.name, arguments: argumentsText } };
    const type = isRecord(call.custom) ? 'custom' : 'function';
    const sent = asked === call ? usual : { type, ...call };
    return [{ id, name: asked.name, argumentsText, raw: { ...sent, id } }];
  });
}

/** Whether it is of a custom tool, whose input is a text and no JSON. */
export const hasTextInput = ({ raw }: { readonly raw?: ToolCall['raw'] | undefined }): boolean =>
  isRecord(raw?.custom);

/** What a call gives its tool, as JSON: the input of a custom tool is a text. */
export const argumentsJson = (call: Pick<ToolCall, 'argumentsText' | 'raw'>): string =>
  hasTextInput(call) ? JSON.stringify(call.argumentsText) : call.argumentsText.trim() || '{}';

/** The JSON of a stored result, as a request has it beside its role. */
export const resultRaw = ({ callId, name, content }: ToolResult): unknown => ({
  tool_call_id: callId,
  name,
  content,
});

export function toolResultsOf(parts: readonly Part[]): readonly ToolResult[] {
  return parts.flatMap((part) => {
    if (part.type !== 'toolResult' || !isRawPart(part) || !isRecord(part.raw)) return [];
    const { tool_call_id: callId, name, content } = part.raw;
    if (typeof callId !== 'string') return [];
    return [{ callId, name: typeof name === 'string' ? name : '', content: textFrom(content ?? '') }];
  });
}
