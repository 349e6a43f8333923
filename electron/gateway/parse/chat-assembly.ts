/** A chat reply put together: from one JSON body, or from the chunks of a stream. */

import { maxChoices } from '../../../shared/chat';
import type { Reply } from '../http/call';
import type { Redactor } from '../record/redact';
import type { CallMeta, Credits, ReportedCost } from '../types/call';
import type { ChatChoice, ChatDelta, ChatResult, ChatUsage } from '../types/chat';
import {
  type MutableToolCall,
  mergeToolCall,
  readBodyUsage,
  readMessageText,
  readReasoning,
} from './chat-content';
import { type ChatMedia, createChatMedia } from './chat-media';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { mergeCredits, readCredits, unknownCredits } from './metadata';
import { createReplyText, type ReplyText } from './reply-text';

interface ChoiceState {
  readonly index: number;
  readonly said: ReplyText;
  refusal: string | null;
  finishReason: string | null;
  readonly toolCalls: Map<number, MutableToolCall>;
  readonly media: ChatMedia;
  /** Something came as a piece, so what comes as a whole message repeats it. */
  hasPieces: boolean;
}

export interface ChatAssembly {
  /** Takes a whole reply or one chunk; returns what it adds, empty steps left out. */
  add(body: JsonRecord): ChatDelta[];
  /** What was held back in case it was the key's beginning. */
  flush(): ChatDelta[];
  /** True once a finish reason was seen for every choice that was seen. */
  isFinished(): boolean;
  hasChoices(): boolean;
  /** Characters of text and reasoning so far, and bytes of media. */
  size(): number;
  /** The text of the first choice that has any. */
  firstText(): string;
  credits(): Credits;
  /** In money, if a chunk reported it. */
  cost(): ReportedCost | null;
  /** By which the gateway tells later what it cost. */
  generation(): string | null;
  /** `raw` is the newest value of every field of the chunks, except the choices. */
  result(meta: CallMeta): ChatResult;
}

/** `baseUrl` completes relative addresses of pictures. */
export function createChatAssembly(
  {
    headers,
    redactor,
    readCost,
    readGeneration,
  }: Pick<Reply, 'headers' | 'redactor' | 'readCost' | 'readGeneration'>,
  baseUrl: string,
): ChatAssembly {
  const { choices, surplus, at: choiceAt } = createChoices((index) => createChoice(index, redactor, baseUrl));
  const top: Record<string, unknown> = {};
  let usage: ChatUsage | null = null;
  let credits = unknownCredits;
  let cost = readCost(null);
  let generation = readGeneration(null);
  let size = 0;

  const grow = (choice: ChoiceState, step: Omit<ChatDelta, 'index'>): ChatDelta => {
    size += step.text.length + step.reasoning.length;
    return { index: choice.index, ...step };
  };
  const addChoice = (raw: unknown, position: number): ChatDelta | null => {
    if (!isRecord(raw)) return null;
    const choice = choiceAt(numberOrNull(raw.index) ?? position);
    if (choice === null) return null;
    const { message, kind } = messageOf(raw);
    size += choice.media.add(message);
    const isLast = textOrNull(raw.finish_reason) !== null;
    noteExtras(choice, raw, message, kind === 'message' && choice.hasPieces);
    choice.hasPieces ||= kind === 'delta';
    const [text, reasoning] = [readMessageText(message, raw), readReasoning(message)];
    return grow(choice, choice.said.add({ text, reasoning, kind, isLast }));
  };

  return {
    add(body) {
      const { choices: rawChoices, ...rest } = body;
      Object.assign(top, rest);
      usage = readBodyUsage(body) ?? usage;
      credits = mergeCredits(credits, readCredits(body, headers));
      cost = readCost(body) ?? cost;
      generation = readGeneration(body) ?? generation;
      const deltas = Array.isArray(rawChoices) ? rawChoices.map(addChoice) : [];
      return deltas.filter((delta) => delta !== null).filter(isStep);
    },
    flush: () => [...choices.values()].map((choice) => grow(choice, choice.said.end())).filter(isStep),
    isFinished: () =>
      choices.size > 0 && [...choices.values()].every((choice) => choice.finishReason !== null),
    hasChoices: () => choices.size > 0,
    size: () => size,
    firstText: () => [...choices.values()].map(({ said }) => said.text()).find((text) => text !== '') ?? '',
    credits: () => credits,
    cost: () => cost,
    generation: () => generation,
    result: (meta) => ({
      id: textOrNull(top.id),
      model: textOrNull(top.model),
      choices: [...choices.values()]
        .sort((a, b) => a.index - b.index)
        .map((choice) => ({ ...redactor.content(toChoice(choice)), media: choice.media.sources() })),
      surplusChoices: surplus.size,
      usage,
      meta,
      raw: { ...top },
    }),
  };
}

/** The choices by their number, as many as are kept; of the others only the numbers. */
function createChoices(create: (index: number) => ChoiceState) {
  const choices = new Map<number, ChoiceState>();
  const surplus = new Set<number>();
  return {
    choices,
    surplus,
    at(index: number): ChoiceState | null {
      const known = choices.get(index);
      if (known !== undefined) return known;
      if (choices.size >= maxChoices) {
        surplus.add(index);
        return null;
      }
      const choice = create(index);
      choices.set(index, choice);
      return choice;
    },
  };
}

function isStep(delta: ChatDelta): boolean {
  return delta.text !== '' || delta.reasoning !== '' || delta.isWhole === true;
}

/** A chunk may hold a whole message beside an empty delta, or instead of one. */
function messageOf(raw: JsonRecord): { readonly message: JsonRecord; readonly kind: 'delta' | 'message' } {
  const { delta, message } = raw;
  const isPiece = isRecord(delta) && (!isRecord(message) || Object.keys(delta).length > 0);
  if (isPiece) return { message: delta, kind: 'delta' };
  return isRecord(message) ? { message, kind: 'message' } : { message: {}, kind: 'delta' };
}

function createChoice(index: number, redactor: Redactor, baseUrl: string): ChoiceState {
  return {
    index,
    said: createReplyText(redactor),
    refusal: null,
    finishReason: null,
    toolCalls: new Map(),
    media: createChatMedia(baseUrl),
    hasPieces: false,
  };
}

/** @param isRepeated whether the message holds once more what came in pieces */
function noteExtras(choice: ChoiceState, raw: JsonRecord, message: JsonRecord, isRepeated: boolean): void {
  choice.finishReason = textOrNull(raw.finish_reason) ?? choice.finishReason;
  const refusal = textOrNull(message.refusal);
  if (refusal !== null) choice.refusal = `${isRepeated ? '' : (choice.refusal ?? '')}${refusal}`;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  if (isRepeated && calls.length > 0) choice.toolCalls.clear();
  calls.filter(isRecord).forEach((call, position) => {
    const at = numberOrNull(call.index) ?? position;
    const begun = choice.toolCalls.get(at) ?? { function: {} };
    choice.toolCalls.set(at, begun);
    mergeToolCall(begun, call);
  });
}

function toChoice(choice: ChoiceState): Omit<ChatChoice, 'media'> {
  const { index, said, refusal, finishReason } = choice;
  const toolCalls = [...choice.toolCalls.values()];
  return { index, text: said.text(), reasoning: said.reasoning(), refusal, finishReason, toolCalls };
}
