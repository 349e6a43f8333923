/** Chats from files: Gatehouse’s own, and those of other programs. */
import type { ConversationFile } from '../../../shared/chat/conversation-file';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { counted } from '../../lib/counted';
import { call } from '../../link/call';
import { isFields, ownFormat } from './other-programs/foreign-chat';
import { type ReadChats, readChats } from './other-programs/read-chats';

/** What several files hold, before anything of it is imported. */
export interface FoundChats {
  /** `null` where they are Gatehouse’s own, or of several programs. */
  readonly program: string | null;
  readonly chats: readonly ConversationFile[];
  readonly leftOut: number;
}

/** More can’t be read at once in a page. */
const mostBytes = 300_000_000;

const known = 'ChatGPT, Claude, Open WebUI, LM Studio and SillyTavern';

const refused = (message: string): Envelope<never> => ({
  ok: false,
  error: { code: 'invalid_input', field: 'json', message },
});

export async function findChats(files: readonly File[]): Promise<Envelope<FoundChats>> {
  const found: (ReadChats | { program: null; chats: readonly ConversationFile[]; leftOut: 0 })[] = [];
  for (const file of files) {
    const packed = /\.zip$/i.test(file.name);
    if (packed)
      return refused(`“${file.name}” is packed. Unpack it, then choose the JSON file of its chats.`);
    if (file.size > mostBytes) return refused(`“${file.name}” is larger than 300 MB.`);
    const text = await file.text();
    const chats = ownChat(text) ?? readChats(text, Date.now());
    if (chats === null) return refused(`“${file.name}” holds no chats of Gatehouse, nor of ${known}.`);
    found.push(chats);
  }
  const programs = new Set(found.map(({ program }) => program));
  const [program = null] = programs.size === 1 ? programs : [];
  const chats = found.flatMap((one) => one.chats);
  if (chats.length === 0) return refused('No chat in the file has any message.');
  return { ok: true, value: { program, chats, leftOut: found.reduce((sum, one) => sum + one.leftOut, 0) } };
}

/** The core checks it, and says what is wrong with it. */
function ownChat(text: string) {
  if (!text.slice(0, 1_000).includes(ownFormat)) return null;
  try {
    const file: unknown = JSON.parse(text);
    const isOwn = isFields(file) && file.format === ownFormat && Array.isArray(file.messages);
    return isOwn
      ? { program: null, chats: [file as unknown as ConversationFile], leftOut: 0 as const }
      : null;
  } catch {
    return null;
  }
}

export interface Imported {
  /** Of the chats that were imported. */
  readonly ids: readonly string[];
  /** The titles of those that were not, and why the first wasn’t. */
  readonly failed: readonly string[];
  readonly error: AppErrorData | null;
}

/** One after the other; `isStopped` is asked before each. */
export async function importChats(
  chats: readonly ConversationFile[],
  onProgress: (done: number) => void,
  isStopped: () => boolean,
): Promise<Imported> {
  const ids: string[] = [];
  const failed: string[] = [];
  let error: AppErrorData | null = null;
  for (const chat of chats) {
    if (isStopped()) break;
    const answer = await call('conversations.import', { json: JSON.stringify(chat) });
    if (answer.ok) ids.push(answer.value.conversationId);
    else {
      failed.push(chat.title);
      error ??= answer.error;
    }
    onProgress(ids.length + failed.length);
  }
  return { ids, failed, error };
}

/** `3 chats, 214 messages. Left out: 5 files and steps of tools.` */
export function foundText({ chats, leftOut }: FoundChats): string {
  const messages = chats.reduce((sum, chat) => sum + chat.messages.length, 0);
  const left =
    leftOut === 0 ? '' : ` Files and steps of tools are left out (${leftOut.toLocaleString('en')}).`;
  return `${counted(chats.length, 'chat')}, ${counted(messages, 'message')}.${left}`;
}
