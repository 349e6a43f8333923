/** What a reply says as the answer of a row or a cell: its text, or what it holds instead. */
import { wordsOf } from '../chat/message-words';
import { type MediaPartType, mediaPartTypes, type Part } from '../chat/parts';

/** What an answer without text is. */
export type AnswerKind =
  | 'refusal'
  | 'tool calls'
  | 'tool results'
  | 'reasoning'
  | MediaPartType
  | 'other content'
  | 'nothing';

export interface AnswerOfCell {
  /** The beginning of the answer: of its text, or of what it says without one. */
  readonly answer?: string;
  /** What an answer without text is; absent where it has text, or has not ended. */
  readonly answerOf?: AnswerKind;
}

export interface Answer {
  /** Empty where a file or nothing came. */
  readonly text: string;
  /** Absent where it is a text. */
  readonly answerOf?: AnswerKind;
}

/**
 * A file that came is the answer also where thinking came before it.
 * @param isDone otherwise nothing may still come, or an error says why nothing did
 */
export function answerIn(parts: readonly Part[], isDone = true): Answer {
  const words = wordsOf(parts);
  if (words?.of === 'text') return { text: words.text };
  const media = mediaPartTypes.find((type) => parts.some((part) => part.type === type));
  if (media !== undefined && (words === null || words.of === 'reasoning'))
    return { text: '', answerOf: media };
  if (words !== null) return { text: words.text, answerOf: words.of };
  const isOther = parts.some(({ type }) => type === 'unknown' || type === 'citation');
  if (isOther) return { text: '', answerOf: 'other content' };
  return { text: '', ...(isDone && { answerOf: 'nothing' as const }) };
}

/** As it is called beside the answer. */
export const answerNames: Readonly<Record<AnswerKind, string>> = {
  refusal: 'Refusal',
  'tool calls': 'Tool calls',
  'tool results': 'Tool results',
  reasoning: 'Reasoning only',
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  file: 'File',
  'other content': 'Other content',
  nothing: 'Empty reply',
};
