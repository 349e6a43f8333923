/** What answers the calls of a reply without a person, and whether the limits of its settings allow that. */
import { argumentsJson, type ToolCall, type ToolResult } from '../../../shared/chat/tool-calls';
import type { RoundsEnded } from '../../../shared/lab/batch';
import { automaticFor, errorResult } from '../../../shared/run/automatic-answers';
import type { ToolSettings } from '../../../shared/run/tools';
import { withoutLoop } from '../../../shared/run/without-loop';
import type { Spending } from '../admission/spending';
import type { Ports } from '../ports/ports';
import { plannedReply } from '../prices/planned-call';
import { type ReplyPlan, WHOLE_BRANCH } from './plan';
import { roundsLeft, whyCallsWait } from './tool-loop';

export type AnsweredReply = Pick<
  ReplyPlan,
  'replyId' | 'conversationId' | 'profileId' | 'model' | 'settings'
>;

/** Why the results wait for a person; `null` where nothing speaks against sending them. */
export function reasonToWait(
  { storage }: Pick<Ports, 'storage'>,
  spending: Pick<Spending, 'sumOf'>,
  reply: AnsweredReply,
  calls: readonly ToolCall[],
): RoundsEnded | null {
  const { replyId, conversationId, settings } = reply;
  const { messages } = storage.messages.pathEndingIn(conversationId, replyId, WHOLE_BRANCH);
  const reason = whyCallsWait(settings, messages, calls);
  const most = roundsLeft(settings, messages)?.most ?? null;
  if (reason !== null || most === null) return reason;
  const next = { ...reply, settings: withoutLoop(settings), history: messages, rounds: undefined };
  const [cost] = spending.sumOf([plannedReply(next)]).costs;
  if (cost === undefined) return null;
  return cost.unit !== most.unit || (cost.most ?? cost.estimate.to) > most.amount ? 'cost limit' : null;
}

type GivenResult = Pick<ToolResult, 'callId' | 'content'>;

/** The results of all calls at once, after the longest of their delays. A function that fails tells the model so. */
export async function resultsOf(
  { clock, runFunction }: Pick<Ports, 'clock' | 'runFunction'>,
  tools: ToolSettings,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<GivenResult[]> {
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      if (ms === 0 || signal.aborted) return resolve();
      const cancel = clock.setTimer(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  return await Promise.all(
    calls.map(async (call) => {
      const given = automaticFor(tools, call);
      if (given.kind === 'none') return { callId: call.id, content: '' };
      await wait(given.delayMs);
      if (given.kind === 'text') return { callId: call.id, content: given.content };
      const ended = await runFunction(given.source, argumentsJson(call), signal);
      return { callId: call.id, content: 'content' in ended ? ended.content : errorResult(ended.error) };
    }),
  );
}
