/** A `….conversation.json` of LM Studio: each message has versions, each reply steps. */
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

export const isLmStudio = (value: Fields): boolean =>
  listOf(value.messages).some((one) => Array.isArray(fieldsOf(one).versions));

export function readLmStudio(chat: Fields): ForeignChat {
  const messages: ForeignMessage[] = [];
  let parentId: string | null = null;
  let leftOut = 0;
  for (const [at, message] of listOf(chat.messages).map(fieldsOf).entries()) {
    const versions = listOf(message.versions).map(fieldsOf);
    for (const [version, one] of versions.entries()) {
      messages.push({ ...readVersion(one), id: `${at}-${version}`, parentId });
      leftOut += filesIn(one);
    }
    if (versions.length > 0) parentId = `${at}-${chosenOf(message, versions.length)}`;
  }
  return {
    title: textOf(chat.name),
    createdAt: timeOf(chat.createdAt),
    systemPrompt: textOf(chat.systemPrompt),
    messages,
    leafId: parentId,
    leftOut,
  };
}

/** What follows belongs to the version that is shown. */
function chosenOf({ currentlySelected }: Fields, count: number): number {
  const chosen = Number(currentlySelected);
  return Number.isInteger(chosen) && chosen >= 0 && chosen < count ? chosen : 0;
}

const stepsOf = ({ steps }: Fields): readonly Fields[] =>
  listOf(steps).filter((step): step is Fields => isFields(step) && step.type === 'contentBlock');

const filesIn = (version: Fields): number =>
  [version, ...stepsOf(version)]
    .flatMap(({ content }) => listOf(content))
    .filter((part) => ['file', 'image', 'toolCallRequest'].includes(textOf(fieldsOf(part).type))).length;

const written = ({ content }: Fields): string =>
  listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .join('');

const isThinking = ({ style }: Fields): boolean => fieldsOf(style).type === 'thinking';

function readVersion(version: Fields): Omit<ForeignMessage, 'id' | 'parentId'> {
  const role = textOf(version.role);
  const steps = stepsOf(version);
  const { identifier, indexedModelIdentifier } = fieldsOf(steps.map(({ genInfo }) => genInfo).find(isFields));
  return {
    role: role === 'user' || role === 'system' ? role : 'assistant',
    text:
      written(version) +
      steps
        .filter((step) => !isThinking(step))
        .map(written)
        .join('\n\n'),
    reasoning: steps.filter(isThinking).map(written).join('\n\n'),
    model: textOrNull(identifier) ?? textOrNull(indexedModelIdentifier),
    createdAt: null,
  };
}
