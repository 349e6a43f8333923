import type { CheckedInput, Notice } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { toRefs } from '../../../shared/media/files';
import type { EventBus } from '../events';
import { createSafeAnnounce } from '../lib/announce-safely';
import { requireExtra } from '../lib/require-extra';
import type { Notices } from '../notices/notices';
import type { QueuedTurn } from '../ports/chat';
import type { Ports } from '../ports/ports';
import { profileOfChatCall } from '../profiles/paying-profile';
import type { Profiles } from '../profiles/profiles';
import type { Chat } from './chat';
import { awaitsResults, endOfQueuedBranch } from './queued-branch';
import { requireFiles } from './require-files';
import type { RunningReplies } from './running-replies';

interface QueueServices {
  readonly events: EventBus;
  readonly notices: Notices;
  readonly profiles: Profiles;
}

/**
 * Messages that wait for the running reply. The next one is sent when the reply completes or is stopped; after a
 * failure, once another profile would pay for it, or before calls of tools that have no results, it stays queued until you
 * decide. It goes to the branch it was
 * typed in, with the model and settings of that moment; neither what is shown nor what is chosen since is changed.
 *
 * @param isAnswering whether a loop of tools waits for its results: a message between would end it
 */
export function createChatQueue(
  ports: Ports,
  { events, notices, profiles }: QueueServices,
  replies: RunningReplies,
  chat: Chat,
  isAnswering: (conversationId: string) => boolean,
) {
  const { storage, log, describeError } = ports;
  const { conversations } = storage;
  const payingFor = (conversationId: string) => profileOfChatCall(ports, conversationId, profiles.activeId());
  const safely = createSafeAnnounce(ports);
  const announce = (id: string) =>
    safely(() => {
      const conversation = conversations.get(id);
      if (conversation) events.emit({ type: 'conversation.changed', conversation });
    });
  const sendNext = async (conversationId: string) => {
    // A deleted chat keeps its queue, for the case that the deletion is undone.
    if (!conversations.get(conversationId)) return;
    const waiting = conversations.nextQueued(conversationId);
    if (!waiting || replies.isWriting(conversationId) || isAnswering(conversationId)) return;
    const payingId = payingFor(conversationId);
    if (waiting.profileId !== null && waiting.profileId !== payingId) {
      notices.show(heldNotice(profiles, waiting, payingId));
      return;
    }
    const { id: messageId, text, model, settings } = waiting;
    const attachments = toRefs(waiting.attachments);
    const parentId = endOfQueuedBranch(storage, waiting);
    if (parentId === undefined) {
      notices.show(branchlessNotice(conversationId));
      return;
    }
    if (parentId !== null && awaitsResults(storage.messages, parentId)) {
      notices.show(resultsNotice(conversationId));
      return;
    }
    try {
      const message = { conversationId, messageId, text, attachments, model, settings, parentId };
      await chat.send(message, { isQueued: true });
      // One that an earlier version had sent, too.
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
  const goOn = (conversationId: string) =>
    sendNext(conversationId).catch((error) => log(`the queue was not read: ${describeError(error).code}`));
  return {
    /** What couldn't be read or written now stays queued, and is sent after the next reply. */
    goOn: (conversationId: string) => void goOn(conversationId),
    async enqueue({ messageId, ...message }: CheckedInput<'chat.enqueue'>) {
      const conversation = conversations.get(message.conversationId);
      if (!conversation) {
        throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
      }
      if (storage.messages.get(messageId)) return;
      requireExtra('chat', message.settings.extra, 'settings.extra');
      requireFiles({ storage }, message.attachments);
      const profileId = payingFor(message.conversationId);
      conversations.enqueue({ id: messageId, profileId, parentId: conversation.leafId, ...message });
      announce(message.conversationId);
      await goOn(message.conversationId);
    },
    dequeue(messageId: string) {
      const waiting = conversations.dequeue(messageId);
      // One that was sent meanwhile is out of the queue, and what was said of it is settled too.
      const conversationId = waiting?.conversationId ?? storage.messages.get(messageId)?.conversationId;
      if (conversationId === undefined) return;
      notices.dismiss(noticeOf(conversationId));
      announce(conversationId);
    },
  };
}

/** The person agreed to it with another gateway, account and price. */
function heldNotice({ all }: Profiles, { conversationId, profileId }: QueuedTurn, payingId: string): Notice {
  const nameOf = (id: string | null) => all().find((one) => one.id === id)?.name;
  const queuedFor = nameOf(profileId);
  const paying = `“${nameOf(payingId) ?? payingId}”`;
  return {
    id: noticeOf(conversationId),
    level: 'warning',
    title: 'A queued message was not sent',
    message:
      queuedFor === undefined
        ? `It was queued for a profile that was deleted. Send now, beside the message, sends it with ${paying}.`
        : `It was queued for “${queuedFor}”, and now ${paying} would pay for it. Send now, beside the message, sends it with ${paying}; to send it with “${queuedFor}”, switch back first.`,
  };
}

const branchlessNotice = (conversationId: string): Notice => ({
  id: noticeOf(conversationId),
  level: 'warning',
  title: 'A queued message was not sent',
  message:
    'The branch it was typed in was deleted. Send now, beside the message, sends it at the end of the branch that is shown.',
});

/** Typed before anyone knew of the calls: sent now, it would leave them without their results. */
const resultsNotice = (conversationId: string): Notice => ({
  id: noticeOf(conversationId),
  level: 'info',
  title: 'A queued message waits for tool results',
  message:
    'The reply calls tools. Enter their results, and the message is sent after the next reply. Send now, beside the message, sends it without them.',
});

const noticeOf = (conversationId: string): string => `queue-${conversationId}`;
