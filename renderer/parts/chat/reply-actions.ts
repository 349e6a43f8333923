/** What is sent from messages that are there: an edited one, a queued one, another reply, the rest of a reply. */
import type { Message, QueuedMessage } from '../../../shared/chat/chat';
import type { CommandResult } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { createIntents } from '../../state/idempotent-ask';
import { createPresses } from '../../state/one-press';
import { chatRequest } from '../../state/ui/chat-request';
import { flushConfig } from '../../state/ui/config-actions';
import { editKey } from '../../state/ui/drafts';
import { spend } from '../../state/ui/spending-question';
import { noteTurn, type OwnSettings, sendDraft } from './chat-actions';

/** Sends the edited message as a branch beside the old one. */
export async function resend({ id, conversationId, parentId }: Message, own?: OwnSettings): Promise<void> {
  await sendDraft({ draftKey: editKey(id), conversationId, parentId, editOf: id, own });
}

/** Sends a message that is still queued because the reply before it failed. */
export async function sendQueued(conversationId: string, message: QueuedMessage) {
  const { id: messageId } = message;
  const request = chatRequest(conversationId, message);
  if (request === null) return null;
  const input = { ...request, conversationId, messageId };
  const answer = await spend((isConfirmed) => call('chat.send', { ...input, isConfirmed }));
  if (answer?.ok !== true) return answer;
  noteTurn();
  return call('chat.dequeue', { messageId });
}

const intents = createIntents();
const presses = createPresses();

/** `null` also for the second press of two. */
export const withIntent: typeof intents.ask = async (name, give) => {
  if (presses.isRepeated(name, name)) return null;
  const answer = await intents.ask(name, give);
  if (answer?.ok !== true) return answer;
  presses.accepted(name, name);
  noteTurn();
  return answer;
};

type AnswerOf<Name extends 'chat.regenerate' | 'chat.continue'> = Promise<Envelope<
  CommandResult<Name>
> | null>;

/** A new reply beside this one; by the chat's model where no other is named. */
export async function regenerate(
  { id: messageId, conversationId }: Message,
  model?: string,
): AnswerOf<'chat.regenerate'> {
  await flushConfig(conversationId);
  return withIntent(`regenerate ${messageId} ${model}`, (replyId, isConfirmed) =>
    call('chat.regenerate', { messageId, replyId, model, isConfirmed }),
  );
}

/** Continues a reply that was cut, stopped or ran out of tokens. */
export async function continueReply({ id: messageId, conversationId }: Message): AnswerOf<'chat.continue'> {
  await flushConfig(conversationId);
  return withIntent(`continue ${messageId}`, (intentId, isConfirmed) =>
    call('chat.continue', { messageId, intentId, isConfirmed }),
  );
}
