/** A person's results for the tools that a reply asked for: one message, after which the model is asked again. */
import { resultRaw, type ToolCall, type ToolResult, toolCallsOf } from '../../../shared/chat/tool-calls';
import { unanswered, withResults } from '../../../shared/chat/tool-rounds';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Ports } from '../ports/ports';
import { insertPendingReply, type ReplyPlan, regenerable } from './plan';

/** Who is asked, and how. */
export type ReplySetup = Pick<ReplyPlan, 'profileId' | 'model' | 'settings'>;

/**
 * Stores the results and the pending reply to them; all or nothing.
 * @param asked `null` for what is chosen in the chat now
 * @throws AppError `not_found`, or `invalid_input` where a call has no result or a result no call
 */
export function storeToolAnswers(
  ports: Ports,
  { messageId, toolMessageId, results }: CheckedInput<'chat.answerTools'>,
  profileId: string,
  asked: ReplySetup | null = null,
): ReplyPlan {
  const { storage, clock } = ports;
  const { conversation, model: chosen } = regenerable(ports, messageId);
  const { id: conversationId } = conversation;
  const { model, settings } = asked ?? { model: chosen, settings: conversation.settings };
  return storage.transaction(() => {
    insertToolMessage(ports, { conversationId, messageId, toolMessageId, results });
    const replyId = clock.newId();
    return insertPendingReply(ports, {
      replyId,
      conversationId,
      parentId: toolMessageId,
      profileId,
      model,
      settings,
    });
  });
}

interface ToolMessage {
  readonly conversationId: string;
  /** The reply that calls. */
  readonly messageId: string;
  readonly toolMessageId: string;
  readonly results: readonly Pick<ToolResult, 'callId' | 'content'>[];
}

/** @throws AppError `invalid_input` where a call has no result or a result no call */
export function insertToolMessage(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  { conversationId, messageId, toolMessageId, results }: ToolMessage,
): void {
  const calls = toolCallsOf(storage.messages.get(messageId)?.parts ?? []);
  const parts = answersTo(calls, results).map((result, at) => ({
    number: at + 1,
    type: 'toolResult' as const,
    raw: resultRaw(result),
  }));
  storage.messages.insert({
    id: toolMessageId,
    conversationId,
    parentId: messageId,
    role: 'tool',
    parts,
    status: 'complete',
    model: null,
    profileId: null,
    idempotencyKey: null,
    createdAt: clock.now(),
  });
}

/** The results in the order of the calls, each with the name of its tool. */
function answersTo(
  calls: readonly ToolCall[],
  given: readonly Pick<ToolResult, 'callId' | 'content'>[],
): readonly ToolResult[] {
  if (calls.length === 0) throw refused('This reply asked for no tool.');
  const [open] = unanswered(calls, given);
  if (open !== undefined) throw refused(`Give a result for “${open.name}” too: each call needs one.`);
  const results = withResults(calls, given).flatMap(({ call: { id, name }, result }) =>
    result === undefined ? [] : [{ callId: id, name, content: result.content }],
  );
  if (given.length > results.length) throw refused('A result names a call that this reply doesn’t have.');
  return results;
}

const refused = (message: string) => new AppError({ code: 'invalid_input', field: 'results', message });
