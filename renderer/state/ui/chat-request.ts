import type { StoredFile } from '../../../shared/media/files';
import { toRefs } from '../../../shared/media/files';
import { NEW_CHAT } from './route';
import { chosenModel, chosenSettings } from './selectors';

/** What a message says. */
interface Said {
  readonly text: string;
  readonly attachments?: readonly StoredFile[];
}

/**
 * The request that a message becomes in a chat: the one object that is sent, that its cost is foreseen with and that is
 * shown as code.
 *
 * @returns `null` where no model is chosen
 */
export function chatRequest(key: string, { text, attachments = [] }: Said) {
  const model = chosenModel(key);
  if (model === null) return null;
  return { text, attachments: toRefs(attachments), model, settings: chosenSettings(key) };
}

/** The same with its place. */
export function newMessage(key: string, said: Said) {
  const request = chatRequest(key, said);
  return request && { ...request, conversationId: key === NEW_CHAT ? null : key };
}
