import type { Message } from '../../../shared/chat';
import { written } from '../../../shared/chat/written-parts';
import { AppError } from '../../../shared/errors';
import type { Ports } from '../ports/ports';
import { WHOLE_BRANCH } from './plan';

/**
 * Copies the branch that ends in a message into an empty conversation, and shows it there. Must run in a transaction.
 * @throws AppError `not_found` where the message no longer exists
 */
export function copyBranch(ports: Ports, messageId: string, conversationId: string): void {
  const { messages, conversations } = ports.storage;
  const last = messages.get(messageId);
  if (!last) throw new AppError({ code: 'not_found', message: 'This message no longer exists.' });
  const branch = messages.pathEndingIn(last.conversationId, messageId, WHOLE_BRANCH).messages;
  const leafId = branch.reduce<string | null>(
    (parentId, message) => copyMessage(ports, message, conversationId, parentId),
    null,
  );
  conversations.setLeaf(conversationId, leafId, ports.clock.now());
}

/** The cost stays with the message that was paid for, and so do the files that came with it: a copy is free. */
function copyMessage(
  { storage: { messages }, clock }: Ports,
  message: Message,
  conversationId: string,
  parentId: string | null,
): string {
  const id = clock.newId();
  const { role, model, createdAt } = message;
  const parts = written(message.parts);
  const status = message.status === 'streaming' ? 'interrupted' : message.status;
  messages.insert({
    id,
    conversationId,
    parentId,
    role,
    parts,
    status,
    model,
    createdAt,
    profileId: null,
    idempotencyKey: null,
  });
  messages.update({ ...message, parts, id, status, requestId: null });
  // What comes with the reply may still be arriving.
  if (message.status === 'streaming') messages.shareMedia(message.id, id);
  return id;
}
