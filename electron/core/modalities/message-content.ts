/**
 * The content of a message in a request: its parts in OpenAI's format. `image_url`, `input_audio` and `file` are as its
 * API reference describes them (platform.openai.com/docs/api-reference/chat/create), `video_url` as vLLM and OpenRouter
 * take it.
 */
import type { Message } from '../../../shared/chat/chat';
import { isFilePart, isResultPart, type Part, textOf } from '../../../shared/chat/parts';
import { type DocumentFacts, headOf } from '../../../shared/media/documents';
import type { StoredFile } from '../../../shared/media/files';
import type { ResultKind } from '../../../shared/media/media';
import { type ContentOf, isSentRaw } from './sent-history';

const inWords: Readonly<Record<ResultKind, string>> = {
  image: 'An image',
  audio: 'An audio file',
  video: 'A video',
  file: 'A file',
};

/** In place of a file, so that later messages about it still make sense. */
export const fileLine = ({ kind, name }: Pick<StoredFile, 'kind' | 'name'>): string =>
  `[${inWords[kind]} was here: ${name}]`;

/** Of a part whose file is gone its type and its name are left; a gateway could do nothing with them. */
function lostLine(raw: object): string | null {
  const { type, name, ...rest } = raw as { readonly type: ResultKind; readonly name?: unknown };
  const isLost = typeof name === 'string' && Object.hasOwn(inWords, type) && Object.keys(rest).length === 0;
  return isLost ? fileLine({ kind: type, name }) : null;
}

/** What came with a reply is not sent back to its model; under another role it would be shown, and missing. */
const resultLines = (role: Message['role'], part: Part): readonly string[] =>
  role === 'assistant' || !isResultPart(part)
    ? []
    : [fileLine({ kind: part.type, name: part.job.media[0]?.fileName ?? part.type })];

/** The bytes of a file as its content part holds them: sound as bare base64, everything else as a data URL. */
export const dataOf = ({ kind, contentType }: Pick<StoredFile, 'kind' | 'contentType'>, base64: string) =>
  kind === 'audio' ? base64 : `data:${contentType};base64,${base64}`;

/**
 * The parts in their order: a text alone as a string, as every gateway takes it. Neither reasoning nor refusals, tool
 * calls and results of earlier replies are sent back; content of an unknown type is, as it came.
 */
const contentWith =
  (contentOf: (file: StoredFile) => readonly unknown[]): ContentOf =>
  ({ role, parts }) => {
    const sent: unknown[] = [];
    let from = 0;
    const takeText = (to: number) => {
      const text = textOf(parts.slice(from, to));
      if (text !== '') sent.push(text);
      from = to + 1;
    };
    for (const [at, part] of parts.entries()) {
      const own = isFilePart(part)
        ? contentOf(part.file)
        : isSentRaw(part)
          ? [lostLine(part.raw) ?? part.raw]
          : resultLines(role, part);
      if (own.length === 0) continue;
      takeText(at);
      sent.push(...own);
    }
    takeText(parts.length);
    if (sent.every((one) => typeof one === 'string')) return sent.join('\n\n');
    return sent.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one));
  };

/** What is sent of a file: what {@link dataOf} made of it, its text, or the addresses of images of its pages. */
export type SentData =
  | string
  | (({ readonly text: string } | { readonly images: readonly string[] }) & {
      /** Known once it was read, which a message that was stored before may not say. */
      readonly document?: DocumentFacts | undefined;
    });

/** One file may be in a chat in several ways. */
export const sentKey = ({ id, way = 'file' }: Pick<StoredFile, 'id' | 'way'>): string =>
  way === 'file' ? id : `${id} ${way}`;

/** @param data by {@link sentKey}; of others the model gets a line of text */
export const withFiles = (data: ReadonlyMap<string, SentData>): ContentOf =>
  contentWith((file) => {
    const found = data.get(sentKey(file));
    if (found === undefined) return [fileLine(file)];
    if (typeof found === 'string') return [contentPart(file, found)];
    const head = headOf(file.name, found.document ?? file.document ?? { pages: 1 });
    if ('text' in found) return [`${head}\n\n${found.text}`];
    return [head, ...found.images.map((url) => ({ type: 'image_url', image_url: { url } }))];
  });

/** For a model that takes no files. */
export const withoutFiles: ContentOf = withFiles(new Map());

function contentPart({ kind, name, contentType }: StoredFile, data: string): unknown {
  switch (kind) {
    case 'image':
      return { type: 'image_url', image_url: { url: data } };
    case 'audio':
      return { type: 'input_audio', input_audio: { data, format: audioFormat(contentType) } };
    case 'video':
      return { type: 'video_url', video_url: { url: data } };
    case 'file':
      return { type: 'file', file: { filename: name, file_data: data } };
  }
}

/** Names that differ from the subtype of the media type. */
const audioFormats: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' };

const audioFormat = (contentType: string): string =>
  audioFormats[contentType] ?? contentType.replace(/^audio\/(x-)?/, '');
