import type { Message } from '../../../../shared/chat/chat';

/** The person's last message on this branch; `null` if none is loaded. */
export function lastPrompt(
  messages: Readonly<Record<string, Message>>,
  leafId: string | null,
): string | null {
  let message = leafId === null ? undefined : messages[leafId];
  while (message !== undefined && message.role !== 'user') {
    message = message.parentId === null ? undefined : messages[message.parentId];
  }
  return message?.text ?? null;
}
