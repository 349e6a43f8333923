/** A model that fails as its extra parameters say, so that every failure can be tested on purpose. */
import { z } from 'zod';
import { defaultCode } from '../errors';
import { type ChatModel, lastUserText, type ReplyPiece, type ReplyRequest } from './model';

/** A silent stream ends after this time, so that a client without a timeout does not hold it forever. */
const LONGEST_SILENCE_MS = 10 * 60_000;
const COUNTERS_KEPT = 1000;

const modes = ['none', 'status', 'cut', 'malformed', 'silence', 'error_event', 'slow_headers'] as const;

const parameters = z.looseObject({
  fail: z.enum(modes).nullish(),
  fail_status: z.int().min(400).max(599).nullish(),
  fail_code: z.string().min(1).max(100).nullish(),
  fail_after_tokens: z.int().min(0).max(10_000).nullish(),
  fail_retry_after: z.int().min(0).max(3600).nullish(),
  fail_delay_ms: z.int().min(0).max(LONGEST_SILENCE_MS).nullish(),
  fail_times: z.int().min(1).max(1000).nullish(),
  fail_id: z.string().min(1).max(200).nullish(),
});

interface Plan {
  readonly mode: (typeof modes)[number];
  /** The request says how to fail. */
  readonly isAsked: boolean;
  readonly status: number;
  readonly code: string;
  readonly afterTokens: number;
  readonly retryAfterSeconds: number | null;
  readonly delayMs: number;
}

const words =
  'This reply is here to be broken: it goes on in calm, short sentences until the moment that was asked for. ' +
  'If you can read its last line, nothing failed this time. What had arrived before a failure is yours to keep, ' +
  'and the account says what it cost.\n\nThe end.';

/** A new model: how often each failure was played is its own state, gone with the process. */
export function createFlaky(): ChatModel {
  const played = new Map<string, number>();
  return {
    id: 'sandbox/flaky',
    description:
      'Fails on purpose. Extra parameters: fail (none, status, cut, malformed, silence, error_event or slow_headers; ' +
      'default status), fail_status (default 503), fail_code, fail_after_tokens (default 8), fail_retry_after ' +
      '(seconds; default 1 for 429 and 503), fail_delay_ms (slow_headers; default 3000), fail_times (fail so often ' +
      'for one fail_id, then reply), fail_id (default: the newest user message).',
    pricing: { inputMicros: 50, outputMicros: 100 },
    contextWindow: 32_768,
    maxOutput: 4096,
    tokensPerSecond: 60,
    parameters,
    reply: (request) => replyWith(countFailures(played, request, planOf(request))),
  };
}

function planOf({ body }: ReplyRequest): Plan {
  const asked = parameters.parse(body);
  const status = asked.fail_status ?? 503;
  return {
    mode: asked.fail ?? 'status',
    isAsked: (asked.fail ?? asked.fail_status ?? asked.fail_code ?? null) !== null,
    status,
    code: asked.fail_code ?? defaultCode(status),
    afterTokens: asked.fail_after_tokens ?? 8,
    retryAfterSeconds: asked.fail_retry_after ?? (status === 429 || status === 503 ? 1 : null),
    delayMs: asked.fail_delay_ms ?? 3000,
  };
}

/** The plan, or one without a failure once it was played `fail_times` times. */
function countFailures(played: Map<string, number>, { body, turns }: ReplyRequest, plan: Plan): Plan {
  const { fail_times: times, fail_id: id } = parameters.parse(body);
  if (times === null || times === undefined) return plan;
  const key = `${plan.mode} ${id ?? lastUserText(turns).slice(0, 200)}`;
  const count = (played.get(key) ?? 0) + 1;
  played.delete(key);
  played.set(key, count);
  const oldest = played.size > COUNTERS_KEPT ? played.keys().next().value : undefined;
  if (oldest !== undefined) played.delete(oldest);
  return count > times ? { ...plan, mode: 'none' } : plan;
}

function* replyWith(plan: Plan): Iterable<ReplyPiece> {
  if (plan.mode === 'status') throw fault('status', plan);
  if (plan.mode === 'slow_headers') yield { pauseMs: plan.delayMs };
  if (plan.mode === 'none' || plan.mode === 'slow_headers') {
    yield words;
    return;
  }
  yield* firstWords(plan.afterTokens);
  if (plan.mode === 'silence') yield { pauseMs: LONGEST_SILENCE_MS };
  throw fault(plan.mode === 'silence' ? 'cut' : plan.mode, plan);
}

/** Short common words: each of these is one token. */
function* firstWords(tokens: number): Iterable<string> {
  const short = ['one', ' two', ' three', ' four', ' five', ' six', ' seven', ' eight', ' nine', ' ten'];
  for (let index = 0; index < tokens; index += 1) yield short[index % short.length] ?? ' and';
}

const fault = (mode: FaultMode, { isAsked, status, code, retryAfterSeconds }: Plan): SimulatedFault =>
  new SimulatedFault({ mode, isAsked, status, code, retryAfterSeconds });

// The failures of the `sandbox/flaky` model; the chat route carries them out.

/**
 * - `status`: an error reply with another status instead of a result.
 * - `cut`: the connection is closed without a response.
 * - `malformed`: an event (or body) that is not JSON, then the end.
 * - `error_event`: an error inside the stream; without a stream a 502.
 */
type FaultMode = 'status' | 'cut' | 'malformed' | 'error_event';

export interface FaultFields {
  readonly mode: FaultMode;
  readonly isAsked: boolean;
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;
}

const unasked =
  'sandbox/flaky always fails, to show what a failure looks like. The extra parameter “fail” says how, such as ' +
  '{"fail": "cut"}; {"fail": "none"} replies.';

export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
  readonly fields: FaultFields;

  constructor(fields: FaultFields) {
    super(fields.isAsked ? `This failure was asked for (${fields.mode}).` : unasked);
    this.fields = fields;
  }
}
