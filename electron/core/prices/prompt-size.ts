import { keepsLong } from '../../../shared/chat/cache-points';
import type { Message } from '../../../shared/chat/chat';
import { filesOf, textOf } from '../../../shared/chat/parts';
import { rawOf } from '../../../shared/chat/raw-parts';
import { charactersSent } from '../../../shared/media/documents';
import type { FileRef } from '../../../shared/media/files';
import {
  CHARACTERS_PER_TOKEN,
  MOST_TOKENS_AROUND_MESSAGE,
  MOST_TOKENS_AROUND_PROMPT,
  MOST_TOKENS_PER_CHARACTER,
} from '../../../shared/money/tokens';
import {
  type ChatSetting,
  type ChatSettingId,
  chatSettings,
  type RunSettings,
} from '../../../shared/run/chat-settings';
import { thinkingCharacters } from '../modalities/earlier-thinking';

/** A message as far as its size matters. */
export type Sized = Pick<Message, 'parts'> & Partial<Pick<Message, 'usage' | 'model'>>;

const sentRaw = ['unknown', 'toolCall', 'toolResult', 'fields'] as const;

/** Content parts that hold a file, or name one: their length says nothing of their tokens. */
const ofFiles: readonly unknown[] = [
  'image_url',
  'input_image',
  'image',
  'input_audio',
  'video_url',
  'file',
  'document',
];

const isFile = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'type' in raw && ofFiles.includes(raw.type);

const hasUncounted = ({ parts }: Sized): boolean =>
  filesOf(parts).some(isUncounted) || rawOf(parts, 'unknown').some(isFile);

/** Of what is sent of it again: its text, calls of tools and their results, and what is not read as it came. */
const sentCharacters = ({ parts }: Sized): number =>
  sentRaw
    .flatMap((type) => rawOf(parts, type))
    .filter((raw) => !isFile(raw))
    .reduce<number>(
      (sum, raw) => sum + JSON.stringify(raw).length,
      filesOf(parts).reduce((sum, file) => sum + charactersSent(file), textOf(parts).length),
    );

/** Of what the settings put into the prompt: the system prompt, and values of JSON such as a schema. */
function settingCharacters(settings: RunSettings): number {
  const json = Object.entries<ChatSetting>(chatSettings).map(([id, setting]) => {
    const value = settings[id as ChatSettingId];
    if (setting.kind !== 'json' || typeof value !== 'object') return 0;
    return JSON.stringify(setting.toWire(value) ?? '').length;
  });
  return json.reduce((sum, length) => sum + length, settings.systemPrompt?.length ?? 0);
}

/**
 * About how many characters a call sends: its branch and what the settings add. From the newest reply whose prompt the
 * gateway counted on, that figure stands for all that was sent with it, so nothing above it needs to be read.
 *
 * Only the prompt's figure is used: the tokens of a reply also count its reasoning and its other choices, which are
 * not sent again.
 *
 * @param branch oldest first
 */
export function promptCharacters(branch: readonly Sized[], settings: RunSettings): number {
  let characters = 0;
  for (const message of branch.toReversed()) {
    const { usage } = message;
    characters += sentCharacters(message) + thinkingCharacters(message, settings);
    if (usage) return characters + usage.promptTokens * CHARACTERS_PER_TOKEN;
  }
  return characters + settingCharacters(settings);
}

/** What is sent beside the branch. */
interface Added extends RunSettings {
  /** The model that is asked. */
  readonly model: string;
  /** Of messages that are not stored yet. */
  readonly characters?: number;
  readonly files?: number;
}

/**
 * The most tokens that such a prompt can have; `null` where files are sent, whose tokens only the gateway knows. A prompt
 * that the same model counted is taken as it is, and what the settings add once more, since it may have been changed since.
 * What another model counted says nothing of this one, whose tokenizer may need more.
 *
 * @param branch oldest first
 */
export function mostPromptTokens(
  branch: readonly Sized[],
  { model, characters = 0, files = 0, ...settings }: Added,
): number | null {
  let tokens =
    MOST_TOKENS_AROUND_PROMPT + mostTokensOf(settingCharacters(settings)) + mostTokensOf(characters);
  if (files > 0) return null;
  for (const message of branch.toReversed()) {
    const { usage } = message;
    tokens += mostTokensOf(sentCharacters(message) + thinkingCharacters(message, settings));
    if (usage && message.model === model) return tokens + usage.promptTokens;
    if (hasUncounted(message)) return null;
  }
  return tokens;
}

/**
 * How many images the prompt has that the same model counted: they are sent again, and where each has a price they are
 * charged again. Newer ones have unknown tokens, so that nothing limits what they cost.
 *
 * @param branch oldest first
 */
export const imagesCounted = (branch: readonly Sized[], model: string): number =>
  branch.findLast((message) => message.usage && message.model === model)?.usage?.details?.images ?? 0;

/** Whether some of a prompt is kept in a cache for an hour, by its cache points. */
export const isKeptLong = (branch: readonly Sized[], { systemPrompt, systemCache }: RunSettings): boolean =>
  (systemCache === '1h' && systemPrompt !== undefined) || branch.some(({ parts }) => keepsLong(parts));

/** Text is counted like any other. */
export const isUncounted = ({ way }: Pick<FileRef, 'way'>): boolean => way !== 'text';

const mostTokensOf = (characters: number): number =>
  characters * MOST_TOKENS_PER_CHARACTER + MOST_TOKENS_AROUND_MESSAGE;
