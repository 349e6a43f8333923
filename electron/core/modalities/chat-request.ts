import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import type { ChatMessageParam, ChatParams } from '../../gateway/types/chat';
import { alternating, type ContentOf, type SentMessage } from './sent-history';

/** A model without image input gets a text line instead of the image, so later messages about it still make sense. */
export const withoutImages: ContentOf = ({ text, attachments = [] }) =>
  [text, ...attachments.map(({ name }) => `[An image was here: ${name}]`)].filter(Boolean).join('\n\n');

/**
 * The text, then the images, in OpenAI's format.
 * @param urls the address of each image by its id
 */
export const withImages =
  (urls: ReadonlyMap<string, string>): ContentOf =>
  ({ text, attachments = [] }) => {
    if (attachments.length === 0) return text;
    const images = attachments.map(({ id }) => ({
      type: 'image_url',
      image_url: { url: urls.get(id) ?? '' },
    }));
    return text === '' ? images : [{ type: 'text', text }, ...images];
  };

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
