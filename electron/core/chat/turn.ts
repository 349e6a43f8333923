import { maxChoices } from '../../../shared/chat/chat';
import type { CallOptions } from '../../gateway/types/call';
import type { ChatChoice, ChatParams, ChatResult, ChatStream, FailedReply } from '../../gateway/types/chat';
import type { GatewayClient } from '../../gateway/types/client';
import { type CallWorld, type PaidCall, writeFailure } from '../calls/paid-call';
import { sendCall } from '../calls/send-call';
import type { KeptResults, PlacedSource } from '../jobs/reply-results';
import { createReplyLimit } from '../jobs/result-limit';
import type { ReplyUpdate } from '../ports/chat';
import {
  type ChoiceContext,
  type ChoiceWriter,
  createFirstWriter,
  createFurtherWriter,
  type LiveChoices,
  storeChoice,
} from './choice-writer';
import { growReply, type LiveReply, noteThinking } from './live-reply';
import { broken, type EndedChoice, finished, furtherChoice, type StopReason } from './outcome';
import { errorOf } from './reply-call';
import { contentsOf, mediaOf } from './reply-parts';

/** Where the disk refuses a save, the text stays in memory and the save is tried again. */
export interface TurnContext extends ChoiceContext, Pick<CallWorld, 'ledger' | 'pace'> {
  /** Completes what is stored of a reply with what it is charged at. */
  readonly priced: (update: ReplyUpdate) => ReplyUpdate;
  /** Writes the media of a reply to the disk; never throws. */
  readonly keepMedia: (
    live: LiveReply,
    media: readonly PlacedSource[],
    isDownloaded: boolean,
  ) => Promise<readonly KeptResults[]>;
}

export interface TurnRequest {
  readonly call: PaidCall;
  /** Reads the images of the request from the disk. */
  readonly params: () => Promise<ChatParams>;
  readonly client: () => Promise<Pick<GatewayClient, 'chat'>>;
  /** @see CallOptions.finish */
  readonly finish?: CallOptions['finish'];
}

export interface TurnEnd {
  readonly status: ReplyUpdate['status'];
  /** For the first reply and the further choices. */
  readonly messageIds: readonly string[];
  /** Stores the replies, and their ledger row with it; repeated while the database refuses. */
  readonly write: () => void;
  /** Saves what came with the replies as files; called once they are stored. */
  readonly saveMedia: () => void;
}

type TextEnd = Omit<TurnEnd, 'saveMedia'>;

/**
 * Runs one reply from request to end. It never throws: every failure is stored as an end of the reply.
 *
 * The text goes three ways: into the live buffer, to the windows once per frame, and to the disk every half second.
 */
export async function runTurn(
  context: TurnContext,
  request: TurnRequest,
  choices: LiveChoices,
): Promise<TurnEnd> {
  const writers = createWriters(context, choices);
  let stream: ChatStream | null = null;
  const readWhole = async (completions: Completions, params: ChatParams) => {
    const result = await ask(context, request, (options) =>
      completions.create({ ...params, stream: false }, { ...options, finish: request.finish }),
    );
    takeWhole(result, choices);
    return result;
  };
  const readSteps = async (completions: Completions, params: ChatParams) => {
    stream = await ask(context, request, (options) =>
      completions.create({ ...params, stream: true }, { ...options, finish: request.finish }),
    );
    await readStream(stream, choices, writers.touch, context.ports.clock.now);
    return stream.result();
  };
  try {
    const [client, params] = await Promise.all([request.client(), request.params()]);
    const read = params.stream === true ? readSteps : readWhole;
    const result = await read(client.chat.completions, params);
    const kept = await keepAll(context, choices, result);
    return withMedia(kept, answered(context, request, choices, { result, kept }));
  } catch (error) {
    const known = (stream as ChatStream | null)?.result() ?? knownOf(error);
    if (stream === null && known !== null) takeWhole(known, choices);
    const kept = await keepAll(context, choices, known);
    return withMedia(kept, failed(context, request, choices, { error, known, kept }));
  } finally {
    writers.end();
  }
}

/** What came with the error of a whole reply. */
const knownOf = (error: unknown): ChatResult | null =>
  error instanceof Error && 'known' in error ? (error as FailedReply).known : null;

type Completions = GatewayClient['chat']['completions'];

/** @throws what the call failed with, or what ended its wait */
async function ask<Answer>(
  context: TurnContext,
  { call }: TurnRequest,
  send: (options: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  const sent = await sendCall(context, call, send);
  if ('answer' in sent) return sent.answer;
  throw sent.failure;
}

/** What is kept of the media of each choice, by the id of its reply. */
type KeptMedia = ReadonlyMap<string, readonly KeptResults[]>;

/** What came is on the disk before its charge is stored; a broken reply keeps what had come by then. */
async function keepAll(
  { keepMedia }: TurnContext,
  choices: LiveChoices,
  result: ChatResult | null,
): Promise<KeptMedia> {
  const all = result?.choices ?? [];
  const isDownloaded = createReplyLimit(all.length);
  const kept = all.map(async (choice) => {
    const media = mediaOf(choice);
    const live = media.length === 0 ? null : choices.at(choice.index);
    if (live === null) return null;
    const addresses = media.filter(({ source }) => source.kind === 'url').length;
    return [live.id, await keepMedia(live, media, addresses === 0 || isDownloaded(addresses))] as const;
  });
  return new Map((await Promise.all(kept)).filter((one) => one !== null));
}

function withMedia(media: KeptMedia, end: TextEnd): TurnEnd {
  const kept = [...media.values()].flat();
  return {
    ...end,
    write() {
      end.write();
      for (const { write } of kept) write();
    },
    saveMedia() {
      for (const { begin } of kept) begin();
    },
  };
}

function createWriters(context: TurnContext, { first }: LiveChoices) {
  // Created before any text arrives, so that the text a continued reply already has is not sent to windows again.
  const writers = new Map<string, ChoiceWriter>([[first.id, createFirstWriter(context, first)]]);
  return {
    touch(live: LiveReply) {
      const writer = writers.get(live.id) ?? createFurtherWriter(context, first, live);
      writers.set(live.id, writer);
      writer.touch();
    },
    end() {
      for (const writer of writers.values()) writer.end();
    },
  };
}

async function readStream(
  stream: ChatStream,
  choices: LiveChoices,
  onText: (live: LiveReply) => void,
  now: () => number,
): Promise<void> {
  let firstMs: number | null = null;
  for await (const delta of stream) {
    const live = choices.at(delta.index);
    if (live === null) continue;
    growReply(live, delta);
    noteThinking(live, delta, now());
    if (delta.text === '' && delta.reasoning === '' && !delta.isWhole && !delta.call) continue;
    // Once for all choices: the result is all that has come so far.
    firstMs ??= stream.result().meta.timing.firstMs;
    live.firstTokenMs ??= firstMs;
    onText(live);
  }
}

function takeWhole(result: ChatResult, choices: LiveChoices): void {
  for (const step of result.steps ?? []) {
    const live = choices.at(step.index);
    if (live !== null) growReply(live, step);
  }
  choices.first.firstTokenMs = result.meta.timing.firstMs;
}

function answered(
  { ports, ledger, priced }: TurnContext,
  { call }: TurnRequest,
  choices: LiveChoices,
  { result, kept }: { readonly result: ChatResult; readonly kept: KeptMedia },
): TextEnd {
  const endedOf = createEnded(result, kept, ports.clock.now());
  const { first } = choices;
  const { surplusChoices } = result;
  if (surplusChoices > 0)
    ports.log(`A reply had ${surplusChoices} choices more than the ${maxChoices} that are kept.`);
  const update = priced(finished(first, result, endedOf(first, choices.firstIndex())));
  const further = furtherEnds(choices, result, (live) =>
    furtherChoice(live, endedOf(live, live.choice ?? 0), { answeredModel: update.answeredModel }),
  );
  return {
    status: update.status,
    messageIds: [first.id, ...further.map(({ id }) => id)],
    write: () => {
      ports.storage.messages.update(update);
      ledger.recordAnswer({ ...call.subject, usage: result.usage }, result.meta, call.open);
      for (const one of further) storeChoice(ports, first.id, one);
    },
  };
}

const choiceOf = (result: ChatResult | null, index: number): ChatChoice | undefined =>
  result?.choices.find((choice) => choice.index === index);

/** @returns how a choice ended, by its number */
function createEnded(result: ChatResult | null, kept: KeptMedia, now: number) {
  return (live: LiveReply, index: number): EndedChoice => {
    const choice = choiceOf(result, index);
    return { choice, now, contents: contentsOf(live, choice, kept.get(live.id) ?? []) };
  };
}

/** The records of the further choices, including those without text: a choice may be only a tool call. */
function furtherEnds(
  choices: LiveChoices,
  result: ChatResult | null,
  end: (live: LiveReply) => ReplyUpdate,
): readonly ReplyUpdate[] {
  for (const { index } of result?.choices ?? []) choices.at(index);
  return choices.others().map(end);
}

function failed(
  context: TurnContext,
  { call }: TurnRequest,
  choices: LiveChoices,
  { error, known, kept }: { error: unknown; known: ChatResult | null; kept: KeptMedia },
): TextEnd {
  const { ports } = context;
  const stop: StopReason | null = call.signal.aborted ? (call.signal.reason as StopReason) : null;
  const described = ports.describeError(error);
  const endedOf = createEnded(known, kept, ports.clock.now());
  const { first } = choices;
  const update = context.priced(broken(first, described, stop, known, endedOf(first, choices.firstIndex())));
  const end = { answeredModel: update.answeredModel, broken: { error: described, stop } };
  const further = furtherEnds(choices, known, (live) =>
    furtherChoice(live, endedOf(live, live.choice ?? 0), end),
  );
  return {
    status: update.status,
    messageIds: [first.id, ...further.map(({ id }) => id)],
    write: () => {
      const subject = { ...call.subject, usage: known?.usage };
      const failure = writeFailure(context, { ...call, subject }, error);
      ports.storage.messages.update({ ...update, error: errorOf(failure, stop, first) });
      for (const one of further) storeChoice(ports, first.id, one);
    },
  };
}
