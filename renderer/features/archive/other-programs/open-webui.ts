/** Chats that Open WebUI exports, one or all of them: a tree of messages under their ids, or a plain list. */
import {
  type Fields,
  type ForeignChat,
  type ForeignMessage,
  fieldsOf,
  inARow,
  isFields,
  listOf,
  textOf,
  textOrNull,
  timeOf,
} from './foreign-chat';

const chatOf = (value: Fields): Fields => (isFields(value.chat) ? value.chat : value);

export function isOpenWebUi(value: Fields): boolean {
  const chat = chatOf(value);
  return isFields(fieldsOf(chat.history).messages) || (chat !== value && Array.isArray(chat.messages));
}

export function readOpenWebUi(value: Fields): ForeignChat {
  const chat = chatOf(value);
  const history = fieldsOf(chat.history);
  const tree = Object.entries(fieldsOf(history.messages));
  const list = listOf(chat.messages).filter(isFields);
  const records = tree.length > 0 ? tree.map(([, one]) => fieldsOf(one)) : list;
  return {
    title: textOf(chat.title) || textOf(value.title),
    createdAt: timeOf(value.created_at) ?? timeOf(chat.timestamp),
    systemPrompt: textOf(fieldsOf(chat.params).system) || textOf(chat.system),
    messages:
      tree.length > 0
        ? tree.map(([id, one]) => ({ ...readMessage(id, fieldsOf(one)), parentId: parentOf(one) }))
        : inARow(list.map((one, at) => readMessage(textOf(one.id) || `${at}`, one))),
    leafId: textOrNull(history.currentId),
    leftOut: records.reduce((sum, { files }) => sum + listOf(files).length, 0),
  };
}

const parentOf = (message: unknown): string | null => textOrNull(fieldsOf(message).parentId);

/** Thinking is written into the text, as a part that folds away. */
const OPENING = /<details\b[^>]{0,300}\btype="reasoning"[^>]{0,300}>/g;
const CLOSING = '</details>';

/** What never closes is text. */
function splitThoughts(content: string): { readonly text: string; readonly thoughts: readonly string[] } {
  const thoughts: string[] = [];
  const texts: string[] = [];
  let from = 0;
  const until = (end?: number) => {
    const text = content.slice(from, end);
    return from === 0 ? text : text.trimStart();
  };
  for (const opening of content.matchAll(OPENING)) {
    if (opening.index < from) continue;
    const begins = opening.index + opening[0].length;
    const ends = content.indexOf(CLOSING, begins);
    if (ends === -1) break;
    texts.push(until(opening.index));
    thoughts.push(thoughtIn(content.slice(begins, ends)));
    from = ends + CLOSING.length;
  }
  return { text: [...texts, until()].join(''), thoughts };
}

function readMessage(id: string, message: Fields): Omit<ForeignMessage, 'parentId'> {
  const { text, thoughts } = splitThoughts(textOf(message.content));
  const role = textOf(message.role);
  return {
    id,
    role: role === 'user' || role === 'system' ? role : 'assistant',
    text,
    reasoning: thoughts.join('\n\n'),
    model: textOrNull(message.model),
    createdAt: timeOf(message.timestamp),
  };
}

const thoughtIn = (inside: string): string =>
  inside
    .replace(/<summary>[\s\S]{0,300}?<\/summary>/, '')
    .replace(/^[ \t]{0,9}(?:>|&gt;) ?/gm, '')
    .trim();
