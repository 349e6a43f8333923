/** `POST /chat/completions` */
import type { Hold } from '../account';
import { createWholeCompletion, findWholeModel } from '../bench/route';
import { BrokenOff, ChatCall } from '../chat/call';
import type { SentFile } from '../chat/content';
import { lookAtFiles, refuseFiles } from '../chat/files';
import type { Step } from '../chat/generation';
import { type ChatRequest, check, checkChatRequest } from '../chat/request';
import { type Completion, completionBody } from '../chat/shapes';
import { malformed, providerError, replayEvents, streamBody, streamHeaders } from '../chat/stream';
import { ApiError, internalError, invalidRequest } from '../errors';
import { modelNotFound } from '../model-use';
import { SimulatedFault } from '../models/flaky';
import type { ChatModel } from '../models/model';
import { costOf, toCredits } from '../pricing';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';
import { loadTokenizer, type Tokenizer } from '../tokens';

/** Tokens of the envelope around each message, and around all of them, as OpenAI counts them. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_PROMPT = 3;
/** Whatever its size. */
const TOKENS_PER_PICTURE = 85;
/** Of sound, video and documents; one more for what is left. */
const BYTES_PER_TOKEN = 1_000;

export async function createChatCompletion(context: GatewayContext, services: Services): Promise<Response> {
  const whole = findWholeModel(context.get('body'));
  if (whole !== undefined) return createWholeCompletion(context, services, whole);
  const request = checkChatRequest(context.get('body'));
  const model = findModel(services, request);
  const kept = context.get('claim')?.savedResult;
  if (kept !== undefined) return replay(context, services, request, kept as Completion);
  const call = await openCall(context, services, request, model);
  const { signal } = context.req.raw;
  signal.addEventListener('abort', () => call.abort(), { once: true });
  if (signal.aborted) call.abort();
  const first = await firstSteps(context, services, call);
  if (first instanceof Response) return first;
  if (request.isStream) {
    const events = streamBody({ services, call, request, first, hangUp: () => hangUp(context) });
    return context.body(events, 200, streamHeaders);
  }
  return await wholeReply(context, services, call, first);
}

function findModel({ chatModels }: Services, request: ChatRequest): ChatModel {
  const model = chatModels.find(({ id }) => id === request.model);
  if (model === undefined) throw modelNotFound(request.model);
  if (model.parameters !== undefined) check(model.parameters, request.body);
  refuseFiles(request, model);
  return model;
}

function replay(
  context: GatewayContext,
  services: Services,
  request: ChatRequest,
  completion: Completion,
): Response {
  if (!request.isStream)
    return jsonReply(context, services, completionBody(completion), completion.costMicros);
  context.get('claim')?.release();
  const events = replayEvents(completion, request, services.account.balanceMicros);
  return context.body(events, 200, streamHeaders);
}

async function openCall(
  context: GatewayContext,
  services: Services,
  request: ChatRequest,
  model: ChatModel,
): Promise<ChatCall> {
  const tokenizer = await loadTokenizer();
  const turns = await lookAtFiles(request, services.media.pool, context.req.raw.signal);
  const promptTokens = countPrompt(tokenizer, request, model);
  const hold = holdPrompt(services, model, promptTokens);
  const claim = context.get('claim');
  return new ChatCall({
    services,
    request,
    model,
    turns,
    tokenizer,
    promptTokens,
    hold,
    requestId: context.get('requestId'),
    operation: context.get('operation') ?? 'chat.completions',
    idempotencyKey: claim?.key ?? null,
    keep: (result) => {
      if (claim) services.replies.keep(claim.key, claim.fingerprint, { kind: 'result', result });
    },
    onEnd: () => claim?.release(),
  });
}

const tokensOf = ({ kind, bytes }: SentFile): number =>
  kind === 'image' ? TOKENS_PER_PICTURE : Math.ceil(bytes.length / BYTES_PER_TOKEN);

function countPrompt(tokenizer: Tokenizer, { turns }: ChatRequest, { contextWindow, id }: ChatModel): number {
  let total = TOKENS_PER_PROMPT;
  for (const { text, files } of turns) {
    total += files.reduce((sum, file) => sum + tokensOf(file), 0);
    const count = tokenizer.count(text, contextWindow - total);
    if (count === null) {
      throw invalidRequest(`messages: ${id} takes up to ${contextWindow} tokens; this is more.`, 'messages');
    }
    total += count + TOKENS_PER_MESSAGE;
  }
  return total;
}

/**
 * Holds the cost of the prompt. Refused where not even one token of reply could be paid; a reply may still be cut short
 * later.
 */
function holdPrompt({ account }: Services, { pricing }: ChatModel, promptTokens: number): Hold {
  const needed = costOf(pricing, { promptTokens, completionTokens: 1 });
  const available = account.balanceMicros - account.heldMicros;
  const hold =
    available < needed ? null : account.hold(costOf(pricing, { promptTokens, completionTokens: 0 }));
  if (hold !== null) return hold;
  throw new ApiError('There are not enough credits left for this call.', {
    status: 402,
    code: 'insufficient_credits',
    details: { credits_needed: toCredits(needed), credits_available: toCredits(available) },
  });
}

/** Waits for the first steps before the reply starts, so that a model's refusal can have its own status. */
async function firstSteps(
  context: GatewayContext,
  services: Services,
  call: ChatCall,
): Promise<readonly Step[] | null | Response> {
  try {
    return await call.next();
  } catch (error) {
    return failedReply(context, services, call, error);
  }
}

async function wholeReply(
  context: GatewayContext,
  services: Services,
  call: ChatCall,
  first: readonly Step[] | null,
): Promise<Response> {
  try {
    for (let steps = first; steps !== null; ) steps = await call.next();
    const { completion } = call.settle('completed');
    return jsonReply(context, services, completionBody(completion), completion.costMicros);
  } catch (error) {
    return failedReply(context, services, call, error);
  }
}

/** Nothing was sent, so nothing is charged. */
function failedReply(context: GatewayContext, services: Services, call: ChatCall, error: unknown): Response {
  if (error instanceof BrokenOff) {
    throw new ApiError('The call was broken off.', { status: 500, code: 'internal_error' });
  }
  call.cancel();
  if (!(error instanceof SimulatedFault)) throw error;
  if (error.fields.mode === 'malformed') return malformedReply(context, call);
  if (error.fields.mode === 'cut') {
    context.env.outgoing?.destroy();
    throw internalError();
  }
  const known = providerError(error);
  keepError(context, services, known);
  throw known;
}

function malformedReply(context: GatewayContext, call: ChatCall): Response {
  return context.body(malformed(call.head.id).slice('data: '.length), 200, {
    'content-type': 'application/json',
  });
}

/** 429 and 503 mean "try again": a repeated key must then really run. Other failures stay as they are. */
function keepError(context: GatewayContext, { replies }: Services, { message, fields }: ApiError): void {
  const claim = context.get('claim');
  if (!claim || fields.status === 429 || fields.status === 503) return;
  const { status, code } = fields;
  replies.keep(claim.key, claim.fingerprint, { kind: 'error', message, status, code });
}

/** What was sent is still on its way; closing at once would discard it. */
const HANG_UP_DELAY_MS = 20;

function hangUp(context: GatewayContext): void {
  setTimeout(() => context.env.outgoing?.destroy(), HANG_UP_DELAY_MS);
}
