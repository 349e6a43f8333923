/** A reply asked for at any message of a chat, beginning with given words where there are some. */
import type { Conversation, Message } from '../../../shared/chat/chat';
import { textOf } from '../../../shared/chat/parts';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import { AppError } from '../../../shared/errors';
import { said } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { requirePrefill, settingsToContinue } from './continue';
import { insertPendingReply, type ReplyPlan } from './plan';

interface RunPoint {
  readonly messageId: string;
  readonly model?: string;
  readonly beginning?: string;
}

interface RunHere {
  readonly conversation: Conversation;
  readonly model: string;
  /** The message that the reply answers; `null` where the chat begins with the reply. */
  readonly parentId: string | null;
  /** The words that the reply begins with; empty where it begins by itself. */
  readonly beginning: string;
  /** The message with these words, where it was written as JSON: it is sent with all of its fields. */
  readonly framed?: Message;
}

/**
 * What a run at a message is, for the one that sends it and the one that counts what it would cost.
 * @throws AppError `not_found`, or `invalid_input` where there is nothing to send
 */
export function runAt({ storage }: Pick<Ports, 'storage'>, asked: RunPoint): RunHere {
  const message = storage.messages.get(asked.messageId);
  const conversation = message && storage.conversations.get(message.conversationId);
  if (!message || !conversation)
    throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
  const model = asked.model ?? conversation.model ?? message.model;
  if (model === null) throw refused('model', 'Choose a model first.');
  if (message.role !== 'assistant')
    return { conversation, model, parentId: message.id, beginning: asked.beginning ?? '' };
  const { parentId, parts } = message;
  const isWhole = (asked.beginning ?? '') === '' && parts.some(({ type }) => type === 'fields');
  return {
    conversation,
    model,
    parentId,
    beginning: beginningOf(message, asked),
    ...(isWhole && { framed: message }),
  };
}

function beginningOf({ parts }: Message, { beginning }: RunPoint): string {
  if (toolCallsOf(parts).length > 0)
    throw refused(
      'messageId',
      'This reply asks for tools. Give a result for each call, then run from there.',
    );
  const words = textOf(parts) + (beginning ?? '');
  if (words.trim() === '')
    throw refused('messageId', 'This message has no text that a reply could go on from.');
  return words;
}

const refused = (field: string, message: string) => new AppError({ code: 'invalid_input', field, message });

/** The settings of a run: a reply that goes on from given words is one. */
export const settingsOfRun = ({ conversation: { settings }, beginning }: RunHere) =>
  beginning === '' ? settings : settingsToContinue(settings);

/** Stores the pending reply of a run beside whatever followed the message; all or nothing. */
export function storeRun(
  ports: Ports,
  asked: RunPoint & { readonly replyId: string },
  profileId: string,
): ReplyPlan {
  const here = runAt(ports, asked);
  const { conversation, model, parentId, beginning } = here;
  if (beginning !== '') requirePrefill(ports, { profileId, model });
  return ports.storage.transaction(() => {
    const plan = insertPendingReply(ports, {
      replyId: asked.replyId,
      conversationId: conversation.id,
      parentId,
      profileId,
      model,
      settings: settingsOfRun(here),
      ...(beginning !== '' && { before: [{ number: 1, type: 'text', text: beginning }] }),
    });
    if (plan.history.length === 0 && beginning === '')
      throw refused('messageId', 'There is nothing to send.');
    if (beginning === '') return plan;
    ports.storage.messages.noteBeginning(
      { id: plan.replyId, conversationId: conversation.id },
      beginning.length,
    );
    const begun = here.framed ?? said('assistant', beginning);
    return { ...plan, history: [...plan.history, begun], isBegun: true };
  });
}
