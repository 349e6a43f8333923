/** `POST /chat/completions` for the simulated models of checks. */
import type { z } from 'zod';
import { chatMessages, check } from '../chat/request';
import { ApiError } from '../errors';
import { type ItemizedAnswer, itemizedAnswer, itemizedDeltas } from '../itemized/answer';
import { itemizedModels } from '../itemized/prices';
import { costOf, toCredits } from '../pricing';
import { jsonReply, metadata } from '../reply';
import type { GatewayContext, Services } from '../services';
import { loadTokenizer } from '../tokens';
import { type AnswerParts, answerTo, type BenchAnswer, type BenchMemory, deltasOf } from './answer';
import { eventsOf, type SaidDelta } from './events';
import type { BenchRequest } from './mind';
import { type BenchModel, benchModels, benchPricing } from './traits';

/** A model that answers a request as a whole, before anything of it is sent. */
interface WholeModel<Answer extends BenchAnswer = BenchAnswer> {
  readonly id: string;
  answer(request: BenchRequest, parts: AnswerParts): Answer;
  costMicros(answer: Answer): number;
  /** What a stream says, without its beginning and end. */
  deltas(answer: Answer): readonly SaidDelta[];
  readonly fakeStreamMs?: number;
}

const wholeModels: readonly WholeModel[] = [
  ...benchModels.map(ofBench),
  ...itemizedModels.map(
    (model): WholeModel<ItemizedAnswer> => ({
      id: model.id,
      answer: (request, parts) => itemizedAnswer(request, model, parts),
      costMicros: ({ costMicros }) => costMicros,
      deltas: itemizedDeltas,
    }),
  ),
];

function ofBench({ id, traits }: BenchModel): WholeModel {
  return {
    id,
    answer: (request, parts) => answerTo(request, traits, parts),
    costMicros: (answer) => Math.ceil(costOf(benchPricing, answer) * (traits.timesTheList ?? 1)),
    deltas: deltasOf,
    ...(traits.fakeStreamMs !== undefined && { fakeStreamMs: traits.fakeStreamMs }),
  };
}

/** What is kept for a repeated key. */
interface Kept {
  readonly answer: BenchAnswer;
  readonly costMicros: number;
}

const memories = new WeakMap<Services, BenchMemory>();

function memoryOf(services: Services): BenchMemory {
  const memory = memories.get(services) ?? { seen: new Set<string>() };
  memories.set(services, memory);
  return memory;
}

export const findWholeModel = (body: unknown): WholeModel | undefined => {
  const id = typeof body === 'object' && body !== null ? (body as { model?: unknown }).model : undefined;
  return wholeModels.find((model) => model.id === id);
};

export async function createWholeCompletion(
  context: GatewayContext,
  services: Services,
  model: WholeModel,
): Promise<Response> {
  const request = check(chatMessages as z.ZodType<BenchRequest>, context.get('body'));
  const claim = context.get('claim');
  const kept = claim?.savedResult as Kept | undefined;
  const paid = kept ?? (await pay(context, services, model, request));
  if (kept !== undefined) claim?.release();
  return request.stream === true
    ? streamed(context, services, {
        model,
        paid,
        includesUsage: request.stream_options?.include_usage === true,
      })
    : jsonReply(context, services, paid.answer.body, paid.costMicros);
}

/** Answers, and charges before the first byte is sent: a reply that is cut was paid for. */
async function pay(
  context: GatewayContext,
  services: Services,
  model: WholeModel,
  request: BenchRequest,
): Promise<Kept> {
  const tokenizer = await loadTokenizer();
  const answer = model.answer(request, {
    split: (text) => [...tokenizer.split(text)],
    memory: memoryOf(services),
    id: `chatcmpl-${crypto.randomUUID().replaceAll('-', '')}`,
    created: Math.floor(services.now() / 1_000),
  });
  const { promptTokens, completionTokens } = answer;
  const costMicros = model.costMicros(answer);
  const hold = services.account.hold(costMicros);
  if (hold === null) throw notEnough(services, costMicros);
  const claim = context.get('claim');
  const keep = () => {
    if (claim)
      services.replies.keep(claim.key, claim.fingerprint, { kind: 'result', result: { answer, costMicros } });
  };
  const fields = {
    operation: context.get('operation') ?? 'chat.completions',
    model: model.id,
    requestId: context.get('requestId'),
    idempotencyKey: claim?.key ?? null,
    state: 'completed',
    promptTokens,
    completionTokens,
  } as const;
  try {
    hold.settle(costMicros, fields, keep);
  } finally {
    claim?.release();
  }
  return { answer, costMicros };
}

const notEnough = ({ account }: Services, costMicros: number): ApiError =>
  new ApiError('There are not enough credits left for this call.', {
    status: 402,
    code: 'insufficient_credits',
    details: {
      credits_needed: toCredits(costMicros),
      credits_available: toCredits(account.balanceMicros - account.heldMicros),
    },
  });

/** How long a piece takes, in milliseconds. */
const PIECE_MS = 2;

interface Streaming {
  readonly model: WholeModel;
  readonly paid: Kept;
  readonly includesUsage: boolean;
}

function streamed(
  context: GatewayContext,
  services: Services,
  { model, paid: { answer, costMicros }, includesUsage }: Streaming,
): Response {
  const { fakeStreamMs } = model;
  const extra = metadata(costMicros, services.account.balanceMicros);
  const events = eventsOf({ body: answer.body, deltas: model.deltas(answer) }, { extra, includesUsage });
  const { signal } = context.req.raw;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        if (fakeStreamMs !== undefined) await services.sleep(fakeStreamMs, signal);
        for (const event of events) {
          controller.enqueue(encoder.encode(event));
          if (fakeStreamMs === undefined) await services.sleep(PIECE_MS, signal);
        }
        controller.close();
      } catch {
        // The client left: there is nobody to tell.
      }
    },
  });
  return context.body(body, 200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
}
