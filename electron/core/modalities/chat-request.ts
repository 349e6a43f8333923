import { marked, markFor } from '../../../shared/chat/cache-points';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import type { ThinkingBack } from '../../gateway/types/call';
import type { ChatMessageParam, ChatParams } from '../../gateway/types/chat';
import { backWith, usualBack } from './earlier-thinking';
import { withoutFiles } from './message-content';
import { alternating, type ContentOf, type SentMessage, said } from './sent-history';

/**
 * The body of a chat request. Settings left out are not sent.
 *
 * @param history the branch up to the message to answer, oldest first.
 * @param words what the model and its gateway call things
 */
export function chatParams(
  model: string,
  history: readonly SentMessage[],
  settings: RunSettings,
  contentOf: ContentOf = withoutFiles,
  { limitField, thinkingBack, cachePoints }: RequestWords = usualWords,
): ChatParams {
  const system = systemOf(settings);
  const backOf = backWith(thinkingBack, settings);
  const messages = alternating([...system, ...history], contentOf, backOf, cachePoints);
  const body = chatBody(model, messages, settings);
  const { max_tokens: most, ...rest } = body;
  return most === undefined || limitField in rest ? body : { ...rest, [limitField]: most };
}

/** The system prompt of the settings as the first message, with its cache point. */
function systemOf({ systemPrompt = '', systemCache }: RunSettings): readonly SentMessage[] {
  if (isBlank(systemPrompt)) return [];
  const message = said('system', systemPrompt);
  if (systemCache === undefined) return [message];
  const point = { id: 'point', type: 'fields', raw: marked({}, markFor(systemCache)) } as const;
  return [{ ...message, parts: [...message.parts, point] }];
}

/** How many cache points of a request are the settings' own. */
export const pointsOfSettings = ({ systemPrompt = '', systemCache }: RunSettings): number =>
  systemCache === undefined || isBlank(systemPrompt) ? 0 : 1;

export interface RequestWords {
  readonly limitField: LimitField;
  readonly thinkingBack: ThinkingBack;
  /** Whether the cache points of messages go along; those that were written as JSON always do. */
  readonly cachePoints: boolean;
}

const usualWords: RequestWords = { limitField: 'max_tokens', thinkingBack: usualBack, cachePoints: true };

/** How a model calls the limit of its reply: one setting of the form, under the newer name where only that is listed. */
export type LimitField = 'max_tokens' | 'max_completion_tokens';

export const limitFieldOf = (parameters: readonly string[] = []): LimitField =>
  parameters.includes('max_completion_tokens') && !parameters.includes('max_tokens')
    ? 'max_completion_tokens'
    : 'max_tokens';

/**
 * The whole body, from which a request is also priced (`prices/priced-request.ts`). Extra parameters come last: what
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
  if (setting.kind === 'json') {
    const sent = setting.toWire(value);
    return sent === undefined
      ? []
      : [[setting.wire, sent], ...Object.entries(setting.besides?.(value) ?? {})];
  }
  return [[setting.wire, setting.kind === 'choice' ? setting.toWire(String(value)) : value]];
}

const isBlank = (text: string): boolean => text.trim() === '';
