/** `conversations.json` of ChatGPT’s data export: each chat is a tree of nodes under their ids. */
import {
  type Fields,
  type ForeignChat,
  type ForeignMessage,
  fieldsOf,
  isFields,
  listOf,
  textOf,
  textOrNull,
  timeOf,
} from './foreign-chat';

export const isChatGpt = (value: Fields): boolean => isFields(value.mapping);

export function readChatGpt(chat: Fields): ForeignChat {
  const nodes = Object.entries(fieldsOf(chat.mapping)).map(([id, node]) => readNode(id, fieldsOf(node)));
  return {
    title: textOf(chat.title),
    createdAt: timeOf(chat.create_time),
    systemPrompt: '',
    messages: nodes.map(({ message }) => message),
    leafId: textOrNull(chat.current_node),
    leftOut: nodes.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

interface ReadNode {
  readonly message: ForeignMessage;
  readonly leftOut: number;
}

function readNode(id: string, node: Fields): ReadNode {
  const message = fieldsOf(node.message);
  const metadata = fieldsOf(message.metadata);
  const author = textOf(fieldsOf(message.author).role);
  const content = fieldsOf(message.content);
  const isTool = author === 'tool' || !['', 'all'].includes(textOf(message.recipient));
  const isHidden = metadata.is_visually_hidden_from_conversation === true || author === 'system';
  const own = isHidden || isTool ? { text: '', reasoning: '' } : said(content);
  return {
    message: {
      id,
      parentId: textOrNull(node.parent),
      role: author === 'user' ? 'user' : 'assistant',
      ...own,
      model: textOrNull(metadata.model_slug),
      createdAt: timeOf(message.create_time),
    },
    leftOut: isHidden ? 0 : Number(isTool) + listOf(content.parts).filter(isFields).length,
  };
}

function said(content: Fields): { readonly text: string; readonly reasoning: string } {
  const kind = textOf(content.content_type);
  if (kind === 'thoughts') return { text: '', reasoning: thoughtsOf(content) };
  if (['reasoning_recap', 'user_editable_context', 'model_editable_context'].includes(kind))
    return { text: '', reasoning: '' };
  const written = textOf(content.text);
  if (kind === 'code') return { text: `\`\`\`${language(content)}\n${written}\n\`\`\``, reasoning: '' };
  const parts = listOf(content.parts).map((part) => (isFields(part) ? textOf(part.text) : textOf(part)));
  return { text: [...parts, written].filter((part) => part !== '').join('\n\n'), reasoning: '' };
}

const language = ({ language: name }: Fields): string => (name === 'unknown' ? '' : textOf(name));

const thoughtsOf = ({ thoughts }: Fields): string =>
  listOf(thoughts)
    .map(fieldsOf)
    .map(({ summary, content }) => [textOf(summary), textOf(content)].filter((one) => one !== '').join('\n'))
    .join('\n\n');
