import { measuredBody } from '../chat/measured-reply';
import { regenerable } from '../chat/plan';
import { isMeasuredReply } from '../chat/reply-call';
import type { Inspector } from '../inspector/inspector';
import type { Ports } from '../ports/ports';

/** The request of a reply that says how alike texts are; `null` where it is one that was written. */
export function measuredCode(
  { storage }: Pick<Ports, 'storage'>,
  { bodySentWith }: Pick<Inspector, 'bodySentWith'>,
  messageId: string,
) {
  if (!isMeasuredReply(storage, messageId)) return null;
  const key = storage.messages.idempotencyKey(messageId);
  const sent = key === null ? null : bodySentWith(key);
  const origin = sent === null ? ('rebuilt' as const) : ('sent' as const);
  const body = sent ?? rebuiltBody(storage, messageId);
  return { operation: 'embeddings' as const, bodies: [body], stream: false, origin };
}

/** From its question, which is a list of texts. */
function rebuiltBody(storage: Ports['storage'], messageId: string) {
  const { parentId, model } = regenerable({ storage }, messageId);
  const { text = '[]' } = (parentId !== null && storage.messages.get(parentId)) || {};
  const own = storage.messages.get(messageId)?.model ?? model;
  return measuredBody({ model: own, messages: [{ role: 'user', content: text }] });
}
