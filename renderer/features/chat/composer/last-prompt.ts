import type { Message } from '../../../../shared/chat';

/** What the person last wrote on this branch; `null` where nothing of it is loaded. */
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
