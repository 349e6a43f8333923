/** The body of a chat request that is shown as code: the one that is sent, with markers in the place of files. */
import type { Conversation, Message } from '../../../shared/chat/chat';
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import type { CodeRequest } from '../../../shared/code/code-request';
import type { RequestJson } from '../../../shared/code/operations';
import type { StoredFile } from '../../../shared/media/files';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { asWritten } from '../../../shared/run/written-fields';
import type { ChatParams } from '../../gateway/types/chat';
import { settingsToContinue, withBeginning } from '../chat/continue';
import type { SentFiles } from '../chat/sent-files';
import { chatParams } from '../modalities/chat-request';
import { type SentData, sentKey, withFiles } from '../modalities/message-content';
import { type SentMessage, said } from '../modalities/sent-history';
import type { Ports } from '../ports/ports';
import { codeFilesOf, markerOf } from './code-files';

interface AskedChat {
  readonly profileId: string;
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly settings: RunSettings;
  /** The last message is the beginning of the reply. */
  readonly isBegun?: boolean;
}

interface ChatBody {
  readonly body: ChatParams;
  /** After the gateway's words. */
  readonly finish: (body: RequestJson) => RequestJson;
  readonly files: CodeRequest['files'];
}

/** Built as the call is that sends it. */
export async function chatBodyOf(
  sentFiles: SentFiles,
  { profileId, model, messages, isBegun = false, settings: chosen }: AskedChat,
): Promise<ChatBody> {
  const settings = isBegun ? settingsToContinue(chosen) : chosen;
  const files = sentFiles.sentTo(profileId, model, messages);
  const words = sentFiles.words(profileId, model);
  const contentOf = withFiles(await dataWithMarkers(sentFiles, files));
  const params = chatParams(model, messages, settings, contentOf, words);
  return {
    body: isBegun ? withBeginning(params, settings) : params,
    finish: (body) => asWritten(body, settings.written),
    files: codeFilesOf(files.filter(isAsFile)),
  };
}

const isAsFile = ({ way = 'file' }: StoredFile): boolean => way === 'file';

/** What is sent of each file, with a marker in place of its bytes. */
async function dataWithMarkers(sentFiles: SentFiles, files: readonly StoredFile[]) {
  const data = new Map<string, SentData>();
  for (const file of files) data.set(sentKey(file), (await sentFiles.readable(file)) ?? markerOf(file.id));
  return data;
}

/** Whether a reply was written or changed by a person, or came with a request from elsewhere: a model goes on from it. */
export const isBeginning = ({ role, model, change, parts, text }: Message): boolean =>
  role === 'assistant' &&
  (change === 'edited' || change === 'inserted' || model === null) &&
  text.trim() !== '' &&
  toolCallsOf(parts).length === 0;

/** The words that a reply went on from, as the message that was sent of them; empty where it began by itself. */
function beginningOf(
  { messages }: Pick<Ports['storage'], 'messages'>,
  reply: Message,
): readonly SentMessage[] {
  const words = reply.text.slice(0, messages.beginning(reply));
  if (words === '') return [];
  // One that was written as JSON was sent with all of its fields.
  const framed = reply.siblingIds
    .map((id) => messages.get(id))
    .find((one) => one?.text === words && one.parts.some(({ type }) => type === 'fields'));
  return [framed ?? said('assistant', words)];
}

interface Asked {
  readonly reply: Message | undefined;
  readonly conversation: Conversation;
  /** The branch that it answers. */
  readonly asked: readonly Message[];
}

/** The request of a reply from what is stored: with its own settings, or the chat's where those were not kept. */
export function rebuiltOf(
  storage: Pick<Ports['storage'], 'messages'>,
  { reply, conversation, asked }: Asked,
) {
  const kept = reply === undefined ? null : storage.messages.askedSettings(reply);
  const begun = reply === undefined ? [] : beginningOf(storage, reply);
  return {
    messages: [...asked, ...begun],
    settings: kept ?? conversation.settings,
    isBegun: begun.length > 0,
    ...(kept !== null && { hasOwnSettings: true as const }),
  };
}
