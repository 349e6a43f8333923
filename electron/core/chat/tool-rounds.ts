/**
 * Answers the calls of a reply without a person, where the chat allows it: each round is a message and a paid call, stored
 * and sent like one by hand. What waits is in memory alone, so that after a start nothing goes on by itself.
 */
import { type ToolCall, type ToolRound, toolCallsOf } from '../../../shared/chat/tool-calls';
import type { RoundsEnded } from '../../../shared/lab/batch';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ToolSettings } from '../../../shared/run/tools';
import type { Spending } from '../admission/spending';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { Chat } from './chat';
import type { ReplyPlan } from './plan';
import type { RunningReplies } from './running-replies';
import { goesOn, lowerOf } from './tool-loop';
import { reasonToWait, resultsOf } from './tool-results';

interface RoundServices {
  readonly events: EventBus;
  readonly spending: Spending;
  readonly replies: Pick<RunningReplies, 'closing'>;
}

/** A round whose results are worked out. */
interface Waiting {
  readonly control: AbortController;
  readonly conversationId: string;
}

/** How many ends are remembered: of the newest replies. */
const KEPT_ENDS = 200;

/** @param onEnded a round ended without a reply that follows: what is queued may go on */
export function createToolRounds(
  ports: Ports,
  { events, spending, replies }: RoundServices,
  chat: Pick<Chat, 'answerTools'>,
  onEnded: (conversationId: string) => void,
) {
  const waiting = new Map<string, Waiting>();
  const ends = new Map<string, NonNullable<ToolRound['ended']>>();
  const of = (messageId: string): ToolRound => ({
    isAnswering: waiting.has(messageId),
    ended: ends.get(messageId) ?? null,
  });
  const announce = (messageId: string) =>
    events.emit({ type: 'toolRound.changed', messageId, round: of(messageId) });
  const end = (messageId: string, ended: NonNullable<ToolRound['ended']>) => {
    waiting.delete(messageId);
    ends.set(messageId, ended);
    for (const old of [...ends.keys()].slice(0, -KEPT_ENDS)) ends.delete(old);
    announce(messageId);
  };
  const stop = (plan: ReplyPlan, reason: RoundsEnded | 'stopped') => {
    end(plan.replyId, { reason });
    onEnded(plan.conversationId);
  };
  const answer = async (plan: ReplyPlan, tools: ToolSettings, calls: readonly ToolCall[]) => {
    const { replyId: messageId, profileId, model, isConfirmed } = plan;
    const control = new AbortController();
    waiting.set(messageId, { control, conversationId: plan.conversationId });
    ends.delete(messageId);
    announce(messageId);
    const signal = AbortSignal.any([control.signal, replies.closing]);
    const results = await resultsOf(ports, tools, calls, signal);
    // The person stopped it, sent something else, took the permission back or lowered its limits meanwhile.
    const settings = settingsNow(ports, plan);
    if (signal.aborted || settings === null) return stop(plan, 'stopped');
    const reason = reasonToWait(ports, spending, { ...plan, settings }, calls);
    if (reason !== null) return stop(plan, reason);
    // Goes where the message went, as it went: nothing else was shown and confirmed.
    const asked = { profileId, model, settings };
    const toolMessageId = ports.clock.newId();
    await chat.answerTools({ messageId, toolMessageId, results, isConfirmed }, asked);
    waiting.delete(messageId);
    announce(messageId);
  };
  return {
    of,
    /** @returns whether the chat goes on by itself after this reply, which is complete */
    next(plan: ReplyPlan): boolean {
      const { replyId, rounds } = plan;
      const calls = toolCallsOf(ports.storage.messages.get(replyId)?.parts ?? []);
      const settings = settingsNow(ports, plan);
      if (calls.length === 0 || settings === null) return false;
      const reason = reasonToWait(ports, spending, { ...plan, settings }, calls);
      if (reason !== null || rounds === undefined) {
        end(replyId, { reason: reason ?? 'rounds' });
        return false;
      }
      void answer(plan, settings.tools, calls).catch((error) => {
        end(replyId, { reason: 'refused', error: ports.describeError(error) });
        onEnded(plan.conversationId);
      });
      return true;
    },
    /** Before its results are sent; afterwards its reply is stopped like any other. */
    stop: (messageId: string) => waiting.get(messageId)?.control.abort(),
    isAnswering: (conversationId: string) =>
      [...waiting.values()].some((one) => one.conversationId === conversationId),
  };
}

type LoopSettings = RunSettings & { readonly tools: ToolSettings };

/**
 * The settings that a round goes on with: those of its message, within whatever the chat still allows; `null` where it
 * doesn't go on from this reply.
 */
function settingsNow(
  { storage }: Ports,
  { conversationId, replyId, settings }: ReplyPlan,
): LoopSettings | null {
  const conversation = storage.conversations.get(conversationId);
  if (conversation?.leafId !== replyId || !goesOn(conversation.owner)) return null;
  const allowed = conversation.settings.tools?.loop;
  const { tools } = settings;
  if (tools?.loop === undefined || allowed === undefined) return null;
  return { ...settings, tools: { ...tools, loop: lowerOf(tools.loop, allowed) } };
}
