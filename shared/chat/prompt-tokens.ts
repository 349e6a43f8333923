import type { MessageRole } from './parts';

/** A part of a prompt: the system prompt, what the settings add, a message that is sent again, or the new one. */
export interface PromptPiece {
  readonly of: 'system' | 'settings' | 'message' | 'new';
  readonly role: MessageRole;
  /** The message, or the first of several that are sent as one. */
  readonly messageId?: string;
  /** The beginning of its text. */
  readonly words: string;
  /** Counted as OpenAI's newer models have them; where the prompt is very long, the oldest are estimated. */
  readonly tokens: number;
  /** Images, sound and files, whose tokens only the gateway knows. */
  readonly uncountedFiles: number;
}

/** What the next message sends, oldest first. */
export interface PromptTokens {
  readonly pieces: readonly PromptPiece[];
  /** Of the whole prompt: as the gateway counted its beginning, and what was added since. */
  readonly total: number;
  /** The tokens of the prompt of the newest reply, as the gateway counted them; `null` where it named none. */
  readonly counted: { readonly messageId: string; readonly tokens: number } | null;
  /** Of the model; `null` where its catalogue names none. */
  readonly contextWindow: number | null;
  /** The most that the reply may take, where the settings limit it. */
  readonly replyTokens: number | null;
}
