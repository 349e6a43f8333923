import type { Message, TokenUsage } from '../../../shared/chat/chat';
import { textOf } from '../../../shared/chat/parts';
import type { AppErrorData } from '../../../shared/errors';
import type { CallMeta } from '../../gateway/types/call';
import type { ChatChoice, ChatResult } from '../../gateway/types/chat';
import type { ReplyUpdate } from '../ports/chat';
import { type Contents, endThinking, type LiveReply, longestParts, partsOf } from './live-reply';

/** Why the app itself ended a reply. */
export type StopReason = 'stopped' | 'closing';

/** The longest model id that an archive may hold. */
const modelCharacters = 300;

/** The connection or the response broke after the request was accepted, so the partial text can be continued. */
const CUT_CODES = ['stream_cut', 'network_error', 'timeout', 'malformed_response'];

/** The gateway's choice, what its places hold, and when it ended. */
export interface EndedChoice {
  readonly choice: ChatChoice | undefined;
  readonly contents: Contents;
  readonly now: number;
}

/** The record of a reply that the gateway finished. */
export function finished(
  live: LiveReply,
  result: ChatResult,
  { choice, contents, now }: EndedChoice,
): ReplyUpdate {
  return {
    ...ending(live, contents, now),
    ...chancesOf(choice),
    ...figures(result.usage, result.meta),
    status: 'complete',
    finishReason: choice?.finishReason ?? null,
    error: null,
    answeredModel: result.model?.slice(0, modelCharacters) ?? null,
  };
}

/**
 * The record of a further choice. Tokens, times and charge are reported for all choices together, on the first.
 *
 * @param end how the call ended if it failed; a choice that had finished by then is complete
 */
export function furtherChoice(
  live: LiveReply,
  { choice, contents, now }: EndedChoice,
  end: {
    readonly answeredModel: string | null;
    readonly broken?: { readonly error: AppErrorData; readonly stop: StopReason | null };
  },
): ReplyUpdate {
  const finishReason = choice?.finishReason ?? null;
  const broken = finishReason === null ? (end.broken ?? null) : null;
  return {
    ...ending(live, contents, now),
    ...chancesOf(choice),
    ...figures(null, null),
    finishReason,
    firstTokenMs: null,
    answeredModel: end.answeredModel,
    status: broken === null ? 'complete' : brokenStatus(live, broken.error, broken.stop),
    error: broken === null || broken.stop !== null ? null : { ...broken.error, outcomeUnknown: undefined },
  };
}

/** The record of a reply that failed or was stopped; `known` is what a broken stream had reported by then. */
export function broken(
  live: LiveReply,
  error: AppErrorData,
  stop: StopReason | null,
  known: ChatResult | null,
  { choice, contents, now }: EndedChoice,
): ReplyUpdate {
  const status = brokenStatus(live, error, stop);
  return {
    ...ending(live, contents, now),
    ...chancesOf(choice),
    parts: longestParts(live, contents),
    ...figures(known?.usage ?? null, known?.meta ?? null),
    requestId: error.requestId ?? known?.meta.requestId ?? null,
    status,
    finishReason: null,
    error: stop === null ? error : null,
    answeredModel: known?.model?.slice(0, modelCharacters) ?? null,
  };
}

function brokenStatus(live: LiveReply, error: AppErrorData, stop: StopReason | null): Message['status'] {
  if (stop === 'stopped') return 'stopped';
  if (stop === 'closing') return 'interrupted';
  return textOf(live.parts) !== '' && CUT_CODES.includes(error.code) ? 'interrupted' : 'failed';
}

function ending(live: LiveReply, contents: Contents, now: number) {
  endThinking(live, now);
  return {
    id: live.id,
    parts: partsOf(live, contents),
    firstTokenMs: live.firstTokenMs,
    ...(live.thinkingMs !== null && { thinkingMs: live.thinkingMs }),
    finishedAt: now,
  };
}

const chancesOf = (choice: ChatChoice | undefined): Pick<ReplyUpdate, 'logprobs'> =>
  choice?.logprobs === undefined ? {} : { logprobs: choice.logprobs };

function figures(usage: TokenUsage | null, meta: CallMeta | null) {
  return { usage, totalMs: meta?.timing.totalMs ?? null, requestId: meta?.requestId ?? null };
}
