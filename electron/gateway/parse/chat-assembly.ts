/** A chat reply put together: from one JSON body, or from the chunks of a stream. */

import { maxChoices } from '../../../shared/chat/chat';
import { logprobLimits, type TokenChance } from '../../../shared/chat/logprobs';
import type { Reply } from '../http/call';
import type { Redactor } from '../record/redact';
import type { CallMeta, Credits, ReportedCost } from '../types/call';
import type { ChatChoice, ChatDelta, ChatResult, ChatUsage } from '../types/chat';
import { type ContentStretch, readContent } from './chat-content';
import { type ChoiceParts, createChoiceParts } from './choice-parts';
import { createCitations } from './citations';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { readLogprobs } from './logprobs';
import { mergeCredits, readCredits, unknownCredits } from './metadata';
import { asChunk, type EventPlace } from './other-replies';
import { createReplyText, type ReplyText, type TextStep } from './reply-text';
import { createUsageReader } from './usage';

interface ChoiceState {
  readonly index: number;
  readonly said: ReplyText;
  finishReason: string | null;
  readonly others: ChoiceParts;
  chances: TokenChance[];
  /** Something came as a piece, so what comes as a whole message repeats it. */
  hasPieces: boolean;
}

export interface ChatAssembly {
  /**
   * Takes a whole reply or one chunk; returns what it adds, empty steps left out.
   * @param eventName of the event that held the chunk, by which some interfaces tell what it is; none for a whole reply
   */
  add(body: JsonRecord, eventName?: string): ChatDelta[];
  /** Takes what a chunk says about the reply and nothing of the reply itself: usage, costs, sources. */
  addFacts(body: JsonRecord): void;
  /** What was held back in case it was the key's beginning. */
  flush(): ChatDelta[];
  /** True once a finish reason was seen for every choice that was seen. */
  isFinished(): boolean;
  hasChoices(): boolean;
  /** Characters of text, reasoning and kept JSON so far, and bytes of media. */
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
  const readUsage = createUsageReader();
  let usage: ChatUsage | null = null;
  let credits = unknownCredits;
  let cost = readCost(null);
  let generation = readGeneration(null);
  let size = 0;
  const citations = createCitations();

  const grow = (choice: ChoiceState, steps: readonly Omit<ChatDelta, 'index'>[]): readonly ChatDelta[] => {
    for (const { text, reasoning } of steps) size += text.length + reasoning.length;
    return steps.map((step) => ({ index: choice.index, ...step }));
  };
  const addChoice = (raw: unknown, position: number): readonly ChatDelta[] => {
    if (!isRecord(raw)) return [];
    const choice = choiceAt(numberOrNull(raw.index) ?? position);
    if (choice === null) return [];
    const before = choice.others.size();
    const steps = addMessage(choice, raw);
    size += choice.others.size() - before;
    return grow(choice, steps);
  };

  const addFacts = (body: JsonRecord) => {
    const { choices: _choices, ...rest } = body;
    Object.assign(top, rest);
    usage = readUsage(body) ?? usage;
    credits = mergeCredits(credits, readCredits(body, headers));
    cost = readCost(body) ?? cost;
    generation = readGeneration(body) ?? generation;
    citations.add(body);
  };

  return {
    addFacts,
    add(given, name) {
      const place = { name: name ?? '', hasBegun: choices.size > 0, isWhole: name === undefined };
      const body = openEnvelope(given, place);
      addFacts(body);
      const { choices: rawChoices } = body;
      return Array.isArray(rawChoices) ? rawChoices.flatMap(addChoice).filter(isStep) : [];
    },
    flush: () =>
      [...choices.values()]
        .flatMap((choice) => grow(choice, withMedia(choice, choice.said.end())))
        .filter(isStep),
    isFinished: () =>
      choices.size > 0 && [...choices.values()].every((choice) => choice.finishReason !== null),
    hasChoices: () => choices.size > 0,
    size: () => [...choices.values()].reduce((sum, { said }) => sum + said.held(), size + citations.size()),
    firstText: () => [...choices.values()].map(({ said }) => said.text()).find((text) => text !== '') ?? '',
    credits: () => credits,
    cost: () => cost,
    generation: () => generation,
    result: (meta) => ({
      id: textOrNull(top.id),
      model: textOrNull(top.model),
      choices: [...choices.values()]
        .sort((a, b) => a.index - b.index)
        .map((choice, at) =>
          withCitations(toChoice(choice, redactor), at === 0 ? citations.all() : [], redactor),
        ),
      surplusChoices: surplus.size,
      usage,
      meta,
      raw: { ...top },
    }),
  };
}

/** A reply within `data`, `result`, `response` or DashScope's `output`, with the fields beside it; or one of another interface. */
function openEnvelope(body: JsonRecord, place: EventPlace): JsonRecord {
  if (body.choices !== undefined) return withListOfChoices(body);
  const { data, result, response, output } = body;
  const inner = [data, result, response, output].find((one) => isRecord(one) && Array.isArray(one.choices));
  return isRecord(inner) ? { ...body, ...inner } : (asChunk(body, place) ?? body);
}

/** One choice without a list around it, or a list of texts. */
function withListOfChoices(body: JsonRecord): JsonRecord {
  const { choices } = body;
  if (isRecord(choices)) return { ...body, choices: [choices] };
  if (!Array.isArray(choices)) return body;
  return { ...body, choices: choices.map((one) => (typeof one === 'string' ? { text: one } : one)) };
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
  const { text, reasoning, isWhole = false, place, call } = delta;
  return text !== '' || reasoning !== '' || isWhole || place !== undefined || call !== undefined;
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
    finishReason: null,
    others: createChoiceParts(baseUrl, redactor),
    chances: [],
    hasPieces: false,
  };
}

/** Reads one message or delta; the steps are in the order in which its parts are. */
function addMessage(choice: ChoiceState, raw: JsonRecord): readonly Step[] {
  const { message, kind } = messageOf(raw);
  const isRepeated = kind === 'message' && choice.hasPieces;
  const reason = finishReason(raw);
  const read = readContent(message, raw);
  addChances(choice, readLogprobs(raw), isRepeated);
  // What repeats all that came is compared as a whole.
  const stretches = isRepeated ? [whole(read)] : read;
  choice.finishReason = reason ?? choice.finishReason;
  choice.hasPieces ||= kind === 'delta';
  const steps = stretches.flatMap(({ text, reasoning, other }, at): readonly Step[] => {
    const ends = reason !== null && at === stretches.length - 1;
    const said = choice.said.add({ text, reasoning, kind, isLast: ends });
    return [...withMedia(choice, said), ...placesOf(choice, other)];
  });
  const repeated = isRepeated ? read.flatMap(({ other }) => placesOf(choice, other)) : [];
  const placedFields = choice.others.addFields(message, isRepeated).map(placed);
  const calls = choice.others.callSteps().map((call): Step => ({ text: '', reasoning: '', call }));
  return [...steps, ...repeated, ...placedFields, ...calls];
}

/** DashScope's interface and relays of it write `"null"` while a reply goes on. */
function finishReason(raw: JsonRecord): string | null {
  const given = raw.finish_reason ?? raw.finishReason;
  const reason = textOrNull(isRecord(given) ? given.type : given);
  return reason === 'null' || reason === 'None' ? null : reason;
}

/** A whole message repeats what came in pieces. */
function addChances(choice: ChoiceState, came: readonly TokenChance[], isRepeated: boolean): void {
  if (came.length === 0) return;
  if (isRepeated) choice.chances = [];
  choice.chances.push(...came.slice(0, logprobLimits.tokens - choice.chances.length));
}

/** The steps of a text, each file that stood in it a part of its own behind what came before it. */
const withMedia = (choice: ChoiceState, steps: readonly TextStep[]): readonly Step[] =>
  steps.flatMap(({ media, ...step }) =>
    media === undefined ? [step] : [step, ...placesOf(choice, { type: 'media', url: media })],
  );

const placesOf = ({ others }: ChoiceState, part: JsonRecord | null): readonly Step[] =>
  part === null ? [] : others.addContent(part).map(placed);

type Step = Omit<ChatDelta, 'index'>;

const placed = (place: number): Step => ({ text: '', reasoning: '', place });

function whole(stretches: readonly ContentStretch[]): ContentStretch {
  const join = (field: 'text' | 'reasoning') => stretches.map((stretch) => stretch[field]).join('');
  return { text: join('text'), reasoning: join('reasoning'), other: null };
}

/** What a gateway cites stands beside its choices: it belongs to the first of them. */
function withCitations(choice: ChatChoice, cited: readonly JsonRecord[], redactor: Redactor): ChatChoice {
  const from = Math.max(0, ...choice.parts.map(({ place }) => place + 1));
  const parts = cited.map(
    (raw, at) => ({ type: 'citation', raw: redactor.content(raw), place: from + at }) as const,
  );
  return { ...choice, parts: [...choice.parts, ...parts] };
}

/** Tokens would spell a key that is removed from the text. */
function safeChances(chances: readonly TokenChance[], redactor: Redactor) {
  const text = chances.map(({ token }) => token).join('');
  return chances.length > 0 && redactor.content(text) === text ? { logprobs: redactor.content(chances) } : {};
}

function toChoice(
  { index, said, finishReason, others, chances }: ChoiceState,
  redactor: Redactor,
): ChatChoice {
  const text = { text: said.text(), reasoning: said.reasoning(), finishReason };
  // Bytes hold no key that a text would show.
  const parts = others.all().map((part) => (part.type === 'media' ? part : redactor.content(part)));
  return { index, ...redactor.content(text), parts, ...safeChances(chances, redactor) };
}
