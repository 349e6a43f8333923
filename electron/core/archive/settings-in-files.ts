import type { Message } from '../../../shared/chat/chat';
import type { ConversationFile } from '../../../shared/chat/conversation-file';
import { withoutLoop } from '../../../shared/run/without-loop';
import { fingerprint } from '../../../shared/text/fingerprint';
import type { MessageStore } from '../ports/chat';

/** The settings that the replies of a chat were asked with, each once in its file, and the key that a reply has of them. */
export function settingsForFile(tree: readonly Message[], settingsOf: MessageStore['askedSettings']) {
  const keys = new Map<string, string>();
  const askedSettings: Record<string, object> = {};
  for (const message of tree) {
    const settings = message.role === 'assistant' ? settingsOf(message) : null;
    if (settings === null) continue;
    const key = fingerprint(JSON.stringify(settings));
    keys.set(message.id, key);
    askedSettings[key] = settings;
  }
  const ofFile: Pick<ConversationFile, 'askedSettings'> = keys.size === 0 ? {} : { askedSettings };
  return { ofFile, keyOf: ({ id }: Message): string | undefined => keys.get(id) };
}

interface Imported {
  readonly file: ConversationFile;
  readonly message: ConversationFile['messages'][number];
  readonly to: Pick<Message, 'id' | 'conversationId'>;
}

/** Of a reply that came in a file, where the file has them. They say what was sent, and allow nothing. */
export function keepSettingsOf(messages: MessageStore, { file, message, to }: Imported): void {
  const settings = file.askedSettings?.[message.askedSettings ?? ''];
  if (settings !== undefined) messages.keepSettings(to, withoutLoop(settings));
}
