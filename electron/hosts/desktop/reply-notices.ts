/** A notification when a long reply ends while no window is in front. */
import type { Conversation, Message } from '../../../shared/chat/chat';
import type { AppEvent, Snapshot } from '../../../shared/contract';
import { cutText } from '../../../shared/text/cut-text';
import type { Core } from '../../core/core';
import type { Desktop } from './job-notices';

/** For shorter replies the person is assumed to be watching. */
const LONG_REPLY_MS = 10_000;
/** Of the reply, in a notification. */
const EXCERPT = 200;

/** Follows the replies while the core is open; the setting for jobs holds for them too. */
export async function notifyOfReplies(core: Core, desktop: Pick<Desktop, 'isInFront' | 'notify' | 'open'>) {
  const streaming = new Set<string>();
  let isWanted = true;
  core.subscribe((event: AppEvent) => {
    if (event.type === 'settings.changed') isWanted = event.settings.notifyWhenDone;
    if (event.type !== 'message.changed') return;
    const { message } = event;
    if (message.status === 'streaming') streaming.add(message.id);
    else if (streaming.delete(message.id) && isWanted) void notifyEnd(core, message, desktop);
  });
  const snapshot = await core.call('app.snapshot', {});
  if (snapshot.ok) isWanted = (snapshot.value as Snapshot).settings.notifyWhenDone;
}

async function notifyEnd(
  core: Core,
  message: Message,
  desktop: Pick<Desktop, 'isInFront' | 'notify' | 'open'>,
): Promise<void> {
  const took = (message.finishedAt ?? message.createdAt) - message.createdAt;
  // No notification for a reply you stopped yourself.
  if (took < LONG_REPLY_MS || message.status === 'stopped' || desktop.isInFront()) return;
  const answer = await core.call('conversations.get', { id: message.conversationId });
  const conversation = answer.ok ? (answer.value as Conversation) : null;
  // Of batches and comparisons there would be one for each row and column.
  if (conversation === null || conversation.owner !== null) return;
  const isWhole = message.status === 'complete';
  desktop.notify(
    `${isWhole ? 'Reply ready' : 'Reply ended early'}: ${conversation.title}`,
    cutText(message.text, EXCERPT),
    () => desktop.open(`#/chat/${message.conversationId}`),
  );
}
