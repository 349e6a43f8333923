/** `conversations.json` of Claude’s data export. */
import {
  type Fields,
  type ForeignChat,
  fieldsOf,
  inARow,
  isFields,
  listOf,
  textOf,
  textOrNull,
  timeOf,
} from './foreign-chat';

export const isClaude = (value: Fields): boolean => Array.isArray(value.chat_messages);

export function readClaude(chat: Fields): ForeignChat {
  const messages = listOf(chat.chat_messages).filter(isFields);
  const read = messages.map((message, at) => ({
    id: textOf(message.uuid) || `${at}`,
    role: message.sender === 'human' ? ('user' as const) : ('assistant' as const),
    ...said(message),
    createdAt: timeOf(message.created_at),
  }));
  const isTree = messages.some(({ parent_message_uuid }) => typeof parent_message_uuid === 'string');
  return {
    title: textOf(chat.name),
    createdAt: timeOf(chat.created_at),
    systemPrompt: '',
    messages: isTree
      ? read.map((one, at) => ({ ...one, parentId: textOrNull(messages[at]?.parent_message_uuid) }))
      : inARow(read),
    leafId: textOrNull(chat.current_leaf_message_uuid),
    leftOut: messages.reduce((sum, one) => sum + listOf(one.files).length + toolSteps(one), 0),
  };
}

const blocksOf = ({ content }: Fields): readonly Fields[] => listOf(content).filter(isFields);

const toolSteps = (message: Fields): number =>
  blocksOf(message).filter(({ type }) => type === 'tool_use').length;

/** What was attached as text is said with the message. */
function said(message: Fields): { readonly text: string; readonly reasoning: string } {
  const blocks = blocksOf(message);
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text));
  const attached = listOf(message.attachments)
    .map(fieldsOf)
    .filter(({ extracted_content }) => textOf(extracted_content) !== '')
    .map((one) => `${textOf(one.file_name)}\n\n${textOf(one.extracted_content)}`);
  const own = texts.length > 0 ? texts : [textOf(message.text)];
  return {
    text: [...attached, ...own].filter((one) => one.trim() !== '').join('\n\n'),
    reasoning: blocks
      .map(({ thinking }) => textOf(thinking))
      .filter((one) => one !== '')
      .join('\n\n'),
  };
}
