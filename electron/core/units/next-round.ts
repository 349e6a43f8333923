/**
 * A unit whose reply calls tools goes on by itself where its settings say so, within their limits. Results and the next
 * reply are stored together with the unit, which then asks for that reply: whenever the app ends, no paid call is repeated.
 */
import { type ToolCall, type ToolResult, toolCallsOf } from '../../../shared/chat/tool-calls';
import type { ToolSettings } from '../../../shared/run/tools';
import { insertPendingReply } from '../chat/plan';
import { insertToolMessage } from '../chat/tool-answers';
import { type AnsweredReply, reasonToWait, resultsOf } from '../chat/tool-results';
import type { Unit } from '../ports/work';
import { keepToSend } from './reply-to-send';
import { settle, unsent } from './settle-unit';
import { leave, nameOf, pumpAll, type WorkContext } from './work-context';

/** Calls that are answered without a person. */
interface Round {
  readonly reply: AnsweredReply;
  readonly tools: ToolSettings;
  readonly calls: readonly ToolCall[];
}

/** @returns whether the unit, whose reply is complete, goes on by itself: then it isn't done yet */
export function goesOnByItself(context: WorkContext, unit: Unit): boolean {
  const name = nameOf(unit);
  if (context.answering.has(name)) return true;
  const round = roundOf(context, unit);
  if (round === null) return false;
  const control = new AbortController();
  context.answering.set(name, control);
  context.asking.set(name, unit);
  void answer(context, unit, round, control.signal);
  return true;
}

function roundOf({ ports, services, kind }: WorkContext, unit: Unit): Round | null {
  const request = kind.requestOf(unit);
  const tools = request?.modality === 'chat' ? request.settings.tools : undefined;
  const reply = unit.replyId === null ? undefined : ports.storage.messages.get(unit.replyId);
  if (request?.modality !== 'chat' || tools?.loop === undefined || reply === undefined) return null;
  if (!['running', 'paused'].includes(kind.store.stateOf(unit.ownerId) ?? '')) return null;
  const { id: replyId, conversationId, parts } = reply;
  const calls = toolCallsOf(parts);
  const { profileId, model, settings } = request;
  const asked = { replyId, conversationId, profileId, model, settings };
  if (calls.length === 0 || reasonToWait(ports, services.spending, asked, calls) !== null) return null;
  return { reply: asked, tools, calls };
}

async function answer(context: WorkContext, unit: Unit, round: Round, signal: AbortSignal): Promise<void> {
  const { ports, save } = context;
  try {
    const results = await resultsOf(ports, round.tools, round.calls, signal);
    if (context.isClosing) return;
    if (signal.aborted) return await end(context, unit);
    const next = await save.persist(() => storeRound(context, unit, round, results));
    const isAsked =
      next !== undefined && (await save.persist(() => context.kind.store.unit(unit)?.status === 'running'));
    context.answering.delete(nameOf(unit));
    goOn(context, unit, next, isAsked);
  } catch (error) {
    ports.log(`a round of tools: ${ports.describeError(error).code}`);
    await end(context, unit);
  }
}

/** The reply that calls is the result: a person may answer it in the chat of the unit. */
async function end(context: WorkContext, unit: Unit): Promise<void> {
  context.answering.delete(nameOf(unit));
  await context.save
    .store(() => settle(context, unit, { status: 'done', error: null }))
    .catch(() => undefined);
}

interface Next {
  readonly unit: Unit;
  readonly conversationId: string;
  readonly messageIds: readonly string[];
}

/** @returns the unit with its next reply, under a key of its own; `undefined` where it was taken back meanwhile */
function storeRound(
  context: WorkContext,
  place: Unit,
  { reply }: Round,
  results: readonly Pick<ToolResult, 'callId' | 'content'>[],
): Next | undefined {
  const { ports, kind } = context;
  const { clock } = ports;
  const unit = kind.store.unit(place);
  if (unit?.status !== 'running' || unit.replyId !== reply.replyId) return undefined;
  const { conversationId, replyId: messageId } = reply;
  const [toolMessageId, replyId, key] = [clock.newId(), clock.newId(), clock.newId()];
  insertToolMessage(ports, { conversationId, messageId, toolMessageId, results });
  keepToSend(ports, insertPendingReply(ports, { ...reply, replyId, parentId: toolMessageId }));
  kind.store.update(unit, { replyId, key, ...(!mayAsk(context, unit) && unsent) });
  return {
    unit: { ...unit, replyId, key },
    conversationId,
    messageIds: [messageId, toolMessageId, replyId],
  };
}

/** What is paused sends nothing more, unless the person asked for this one. */
const mayAsk = ({ kind, retried }: WorkContext, unit: Unit): boolean =>
  kind.store.stateOf(unit.ownerId) === 'running' || retried.has(nameOf(unit));

function goOn(context: WorkContext, unit: Unit, next: Next | undefined, isAsked: boolean): void {
  const { services, kind } = context;
  if (next !== undefined) services.replies.announce(next.conversationId, next.messageIds);
  kind.reports.unit(unit);
  if (next !== undefined && isAsked) {
    context.ask(next.unit);
    return;
  }
  leave(context, unit);
  pumpAll(context);
}
