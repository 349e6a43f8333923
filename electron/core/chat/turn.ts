import type { AppEvent } from '../../../shared/contract';
import type {
  CallOptions,
  ChatParams,
  ChatResult,
  ChatStream,
  GatewayClient,
  GatewayFailure,
} from '../../gateway/types';
import type { CallSubject, CreditService } from '../credits/credits';
import type { OpenCall } from '../credits/in-flight';
import type { ReplyUpdate } from '../ports/chat';
import type { Ports } from '../ports/ports';
import { createDeltaJoiner } from './delta-joiner';
import type { LiveReply } from './live-reply';
import { broken, finished, furtherChoice, type StopReason } from './outcome';
import { createProgressSaver } from './progress-saver';

export interface TurnContext {
  readonly ports: Ports;
  readonly credits: CreditService;
  readonly emit: (event: AppEvent) => void;
  /** Called when the disk refused a save; the text stays in memory and the save is tried again. */
  readonly onSaveFailed: (error: unknown) => void;
}

export interface TurnRequest {
  readonly subject: CallSubject & { readonly idempotencyKey: string };
  /** Images are read from the disk for it. */
  readonly params: () => Promise<ChatParams>;
  readonly client: () => Promise<GatewayClient>;
  readonly call: OpenCall;
  readonly signal: AbortSignal;
}

export interface TurnEnd {
  readonly status: ReplyUpdate['status'];
  /** Stores the reply, and its ledger row with it; repeated while the database refuses. */
  readonly write: () => void;
}

/**
 * Runs one reply from request to end. It never throws: every failure is an end of its own.
 *
 * The text goes three ways: into the live buffer, joined per frame to the windows, and every half second to the disk.
 */
export async function runTurn(context: TurnContext, request: TurnRequest, live: LiveReply): Promise<TurnEnd> {
  const joiner = createDeltaJoiner(live, context.ports.clock, context.emit);
  const saver = createProgressSaver(live, context.ports, context.onSaveFailed);
  const onText = () => {
    joiner.touch();
    saver.touch();
  };
  let stream: ChatStream | null = null;
  try {
    const options: CallOptions = { signal: request.signal, idempotencyKey: request.subject.idempotencyKey };
    const [client, params] = await Promise.all([request.client(), request.params()]);
    if (params.stream === true) {
      stream = await client.chat.completions.create({ ...params, stream: true }, options);
      await readStream(stream, live, onText);
      return answered(context, request, live, stream.result());
    }
    const result = await client.chat.completions.create({ ...params, stream: false }, options);
    takeWhole(result, live);
    return answered(context, request, live, result);
  } catch (error) {
    return failed(context, request, live, { error, known: stream?.result() ?? null });
  } finally {
    saver.end();
    joiner.end();
  }
}

async function readStream(stream: ChatStream, live: LiveReply, onText: () => void): Promise<void> {
  for await (const delta of stream) {
    if (delta.index !== 0) continue;
    live.text += delta.text;
    live.reasoning += delta.reasoning;
    live.firstTokenMs ??= stream.result().meta.timing.firstMs;
    onText();
  }
}

function takeWhole(result: ChatResult, live: LiveReply): void {
  const [choice] = result.choices;
  live.text += choice?.text ?? '';
  live.reasoning += choice?.reasoning ?? '';
  live.firstTokenMs = result.meta.timing.firstMs;
}

function answered(
  { ports, credits }: TurnContext,
  { subject, call }: TurnRequest,
  live: LiveReply,
  result: ChatResult,
): TurnEnd {
  const update = finished(live, result, ports.clock.now());
  return {
    status: update.status,
    write: () => {
      ports.storage.messages.update(update);
      credits.recordAnswer(subject, result.meta, call);
      storeFurtherChoices(ports, live.id, result);
    },
  };
}

/** With `n` above 1 the other choices are branches beside the first, which carries the charge of them all. */
function storeFurtherChoices({ storage, clock }: Ports, replyId: string, { choices }: ChatResult): void {
  const reply = storage.messages.get(replyId);
  if (!reply) return;
  const { conversationId, parentId, model, role } = reply;
  for (const choice of choices.slice(1)) {
    const id = clock.newId();
    storage.messages.insert({
      ...{ id, conversationId, parentId, role, text: choice.text, model },
      ...{ status: 'complete', profileId: null, idempotencyKey: null, createdAt: clock.now() },
    });
    storage.messages.update(furtherChoice(id, choice, clock.now(), reply.answeredModel));
  }
}

function failed(
  { ports, credits }: TurnContext,
  { subject, signal, call }: TurnRequest,
  live: LiveReply,
  { error, known }: { error: unknown; known: ChatResult | null },
): TurnEnd {
  const stop: StopReason | null = signal.aborted ? (signal.reason as StopReason) : null;
  const described = ports.describeError(error);
  const update = broken(live, described, stop, known, ports.clock.now());
  const { ledger, messages } = ports.storage;
  return {
    status: update.status,
    write: () => {
      // An earlier request with this key may have been charged, whatever became of this one.
      const isUnknown = update.error !== null && ledger.isUnknown(subject.idempotencyKey);
      messages.update(isUnknown ? { ...update, error: { ...described, outcomeUnknown: true } } : update);
      if (isGatewayFailure(error)) credits.recordFailure(subject, error, call);
    },
  };
}

function isGatewayFailure(error: unknown): error is GatewayFailure {
  return error instanceof Error && 'errorCode' in error && 'outcomeUnknown' in error;
}
