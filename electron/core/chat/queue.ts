import { toRefs } from '../../../shared/attachments';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Notices } from '../app/notices';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { Chat } from './chat';
import { requireImages } from './require-images';
import type { RunningReplies } from './running-replies';

/**
 * Messages that wait for the running reply. The next one is sent when the reply completes or is stopped; after a
 * failure it stays queued until you decide.
 */
export function createChatQueue(
  { storage, log, describeError }: Ports,
  { events, notices }: { readonly events: EventBus; readonly notices: Notices },
  replies: RunningReplies,
  chat: Chat,
) {
  const { conversations } = storage;
  const announce = (id: string) => {
    const conversation = conversations.get(id);
    if (conversation) events.emit({ type: 'conversation.changed', conversation });
  };
  const sendNext = async (conversationId: string) => {
    // A deleted chat keeps its queue, for the case that the deletion is undone.
    if (!conversations.get(conversationId)) return;
    const waiting = conversations.nextQueued(conversationId);
    if (!waiting || replies.isWriting(conversationId)) return;
    const { id: messageId, text, model, settings } = waiting;
    const attachments = toRefs(waiting.attachments);
    try {
      await chat.send({ conversationId, messageId, text, attachments, model, settings });
      conversations.dequeue(messageId);
      notices.dismiss(noticeOf(conversationId));
    } catch (error) {
      const { code, message } = describeError(error);
      log(`a queued message was not sent: ${code}`);
      notices.show({
        id: noticeOf(conversationId),
        level: 'warning',
        title: 'Couldn’t send a queued message',
        message,
      });
    }
    announce(conversationId);
  };
  replies.onReadyForNext((conversationId) => {
    // It stays queued: what couldn't be read or written now is sent after the next reply.
    sendNext(conversationId).catch((error) => log(`the queue was not read: ${describeError(error).code}`));
  });
  return {
    async enqueue({ messageId, ...message }: CheckedInput<'chat.enqueue'>) {
      if (!conversations.get(message.conversationId)) {
        throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
      }
      if (storage.messages.get(messageId)) return;
      requireImages({ storage }, message.attachments);
      conversations.enqueue({ id: messageId, ...message });
      announce(message.conversationId);
      await sendNext(message.conversationId);
    },
    dequeue(messageId: string) {
      const waiting = conversations.dequeue(messageId);
      if (!waiting) return;
      notices.dismiss(noticeOf(waiting.conversationId));
      announce(waiting.conversationId);
    },
  };
}

const noticeOf = (conversationId: string): string => `queue-${conversationId}`;
