/** Which program a file of chats is from, and its chats. */
import type { ConversationFile } from '../../../../shared/chat/conversation-file';
import { isChatGpt, readChatGpt } from './chatgpt';
import { isClaude, readClaude } from './claude';
import { type Fields, type ForeignChat, isFields, toConversationFile } from './foreign-chat';
import { isLmStudio, readLmStudio } from './lm-studio';
import { isOpenWebUi, readOpenWebUi } from './open-webui';
import { isSillyTavern, readSillyTavern } from './silly-tavern';

export interface ReadChats {
  readonly program: string;
  /** Newest first. */
  readonly chats: readonly ConversationFile[];
  /** Files and steps of tools that stay behind. */
  readonly leftOut: number;
}

const programs = [
  { name: 'ChatGPT', is: isChatGpt, read: readChatGpt },
  { name: 'Claude', is: isClaude, read: readClaude },
  { name: 'Open WebUI', is: isOpenWebUi, read: readOpenWebUi },
  { name: 'LM Studio', is: isLmStudio, read: readLmStudio },
] as const;

/** `null` where it is a file of no program that is known here. */
export function readChats(text: string, now: number): ReadChats | null {
  const value = parsed(text);
  const records = (Array.isArray(value) ? value : [value]).filter(isFields);
  const program = programs.find(({ is }) => records.some(is));
  if (program !== undefined) return together(program.name, records.filter(program.is).map(program.read), now);
  const lines = value === undefined ? linesOf(text) : [];
  return isSillyTavern(lines) ? together('SillyTavern', [readSillyTavern(lines)], now) : null;
}

function together(program: string, chats: readonly ForeignChat[], now: number): ReadChats {
  const files = chats.flatMap((chat) => toConversationFile(chat, now) ?? []);
  return {
    program,
    chats: files.sort((one, other) => other.createdAt - one.createdAt),
    leftOut: chats.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const linesOf = (text: string): readonly Fields[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed)
    .filter(isFields);
