/** Files in the messages of a preset: content parts of a request, which a model may not take. */
import type { ResultKind } from '../../../shared/media/media';
import { isRecord, type JsonRecord } from '../chat/body/read-body';
import { fileLine } from '../modalities/message-content';

const kindOfPart: Readonly<Record<string, ResultKind>> = {
  image_url: 'image',
  input_image: 'image',
  image: 'image',
  input_audio: 'audio',
  video_url: 'video',
  file: 'file',
  document: 'file',
};

const kindOf = (part: unknown): ResultKind | null =>
  isRecord(part) && typeof part.type === 'string' ? (kindOfPart[part.type] ?? null) : null;

/** The kinds of files that the messages hold, each once. */
export const kindsIn = (messages: readonly JsonRecord[]): readonly ResultKind[] => [
  ...new Set(messages.flatMap(({ content }) => [content].flat().flatMap((part) => kindOf(part) ?? []))),
];

/** The messages with a line of text in the place of files of these kinds, so that what is said of them makes sense. */
export const withoutKinds = (
  messages: readonly JsonRecord[],
  kinds: readonly ResultKind[],
): readonly JsonRecord[] =>
  messages.map((message) => {
    const { content } = message;
    if (!Array.isArray(content)) return message;
    return { ...message, content: content.map((part: unknown) => inWords(part, kinds)) };
  });

function inWords(part: unknown, kinds: readonly ResultKind[]): unknown {
  const kind = kindOf(part);
  if (kind === null || !kinds.includes(kind)) return part;
  return { type: 'text', text: fileLine({ kind, name: nameOf(part) }) };
}

function nameOf(part: unknown): string {
  const { file } = part as { readonly file?: unknown };
  return isRecord(file) && typeof file.filename === 'string' ? file.filename : 'left out of the examples';
}
