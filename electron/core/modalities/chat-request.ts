import { isFilePart, isRawPart, textOf } from '../../../shared/chat/parts';
import type { StoredFile } from '../../../shared/files';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import type { ChatMessageParam, ChatParams } from '../../gateway/types/chat';
import { alternating, type ContentOf, type SentMessage } from './sent-history';

/** In place of an image, so that later messages about it still make sense. */
export const imageLine = (name: string): string => `[An image was here: ${name}]`;

/**
 * The parts in OpenAI's format, in their order: a text alone as a string, as every gateway takes it. Neither reasoning
 * nor refusals, tool calls and results of earlier replies are sent back; content of an unknown type is, as it came.
 */
const contentWith =
  (image: (file: StoredFile) => unknown): ContentOf =>
  ({ parts }) => {
    const sent: unknown[] = [];
    let from = 0;
    const takeText = (to: number) => {
      const text = textOf(parts.slice(from, to));
      if (text !== '') sent.push(text);
      from = to + 1;
    };
    for (const [at, part] of parts.entries()) {
      if (!isFilePart(part) && part.type !== 'unknown') continue;
      takeText(at);
      if (isFilePart(part)) sent.push(image(part.file));
      else if (isRawPart(part)) sent.push(part.raw);
    }
    takeText(parts.length);
    if (sent.every((one) => typeof one === 'string')) return sent.join('\n\n');
    return sent.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one));
  };

/** For a model without image input. */
export const withoutImages: ContentOf = contentWith(({ name }) => imageLine(name));

/** @param urls the address of each image by its id */
export const withImages = (urls: ReadonlyMap<string, string>): ContentOf =>
  contentWith(({ id }) => ({ type: 'image_url', image_url: { url: urls.get(id) ?? '' } }));

/**
 * The body of a chat request. Settings left out are not sent.
 *
 * @param history the branch up to the message to answer, oldest first.
 */
export function chatParams(
  model: string,
  history: readonly SentMessage[],
  settings: RunSettings,
  contentOf: ContentOf = withoutImages,
): ChatParams {
  const { systemPrompt = '' } = settings;
  const system: ChatMessageParam[] = isBlank(systemPrompt) ? [] : [{ role: 'system', content: systemPrompt }];
  return chatBody(model, [...system, ...alternating(history, contentOf)], settings);
}

/**
 * The whole body, from which a request is also priced (`credits/priced-request.ts`). Extra parameters come last: what
 * earlier versions stored of them replaces what the form says, and is priced so.
 */
export function chatBody(
  model: string,
  messages: readonly ChatMessageParam[],
  settings: RunSettings,
): ChatParams {
  const { stream = chatSettings.stream.standard, extra } = settings;
  const set = Object.entries<ChatSetting>(chatSettings).flatMap(([id, setting]) =>
    fieldOf(setting, settings[id as ChatSettingId]),
  );
  return {
    model,
    messages,
    stream,
    ...Object.fromEntries(set),
    ...(stream && { stream_options: { include_usage: true } }),
    ...extra,
  };
}

/** The field of a setting under its wire name; none where it is not set, or sent as a message. */
function fieldOf(setting: ChatSetting, value: unknown): readonly (readonly [string, unknown])[] {
  if (setting.wire === null || value === undefined) return [];
  return [[setting.wire, setting.kind === 'choice' ? setting.toWire(String(value)) : value]];
}

const isBlank = (text: string): boolean => text.trim() === '';
