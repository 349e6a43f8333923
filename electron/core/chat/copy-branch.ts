import type { Message } from '../../../shared/chat/chat';
import { written } from '../../../shared/chat/written-parts';
import { AppError } from '../../../shared/errors';
import { formatKey, schemaAsked } from '../../../shared/run/response-format';
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

/** What a person wrote or changed stays marked as that in every copy. */
const keptChange = ({ change }: Message): Message['change'] =>
  change === 'edited' || change === 'inserted' ? change : undefined;

/**
 * The cost stays with the message that was paid for, and so do the files that came with it: a copy is free.
 * @param change what an edit made of it, which then copies it behind another prompt than its tokens were counted with
 */
export function copyMessage(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  message: Message,
  conversationId: string,
  parentId: string | null,
  change?: Message['change'],
): string {
  const { messages } = storage;
  const id = clock.newId();
  const { role, model, createdAt, askedFormat } = message;
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
    askedFormat,
    profileId: change === undefined ? null : message.profileId,
    idempotencyKey: null,
    change: keptChange(message) ?? change,
  });
  if (message.conversationId !== conversationId) copyFormat(storage, message, conversationId);
  if (role === 'assistant') copySettings(storage, message, { id, conversationId });
  const begun = role === 'assistant' ? messages.beginning(message) : 0;
  if (begun > 0) messages.noteBeginning({ id, conversationId }, begun);
  const usage = change === undefined ? message.usage : null;
  // Of words that were changed they say nothing.
  const logprobs = message.hasLogprobs && usage !== null ? messages.logprobs(message.id) : [];
  messages.update({ ...message, parts, id, status, usage, logprobs, requestId: null });
  // What comes with the reply may still be arriving.
  if (message.status === 'streaming') messages.shareMedia(message.id, id);
  return id;
}

function copySettings(
  { messages }: Ports['storage'],
  message: Message,
  to: Pick<Message, 'id' | 'conversationId'>,
): void {
  const settings = messages.askedSettings(message);
  if (settings !== null) messages.keepSettings(to, settings);
}

/** The rows of a batch have only the settings of their chat. */
function copyFormat(
  { messages, conversations }: Ports['storage'],
  { id, askedFormat, conversationId }: Message,
  toId: string,
): void {
  if (askedFormat === undefined) return;
  const settings = conversations.get(conversationId)?.settings ?? {};
  const own = formatKey(settings) === askedFormat ? schemaAsked(settings) : null;
  const format = messages.askedFormat(id) ?? own;
  if (format !== null) messages.keepFormat(toId, askedFormat, format);
}
