/** Prompts that are kept, and the variables in them. */

/** A prompt of the library. */
export interface Prompt {
  readonly id: string;
  readonly name: string;
  /** With its variables as they are written; see `parseTemplate`. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What was given for each variable when it was used last. */
  readonly lastValues: Readonly<Record<string, string>>;
}

/** A prompt as it stands in a list. */
export interface PromptSummary extends Pick<Prompt, 'id' | 'name' | 'tags' | 'updatedAt'> {
  /** The beginning of the text, on one line. */
  readonly excerpt: string;
}

/** A stretch of the library: names that begin with what is sought first, then what was used or changed last. */
export interface PromptPage {
  readonly prompts: readonly PromptSummary[];
  readonly nextCursor: string | null;
  /** Of the whole selection. */
  readonly total: number;
}

export interface TagCount {
  readonly tag: string;
  readonly prompts: number;
}

export const promptLimits = {
  nameCharacters: 200,
  textCharacters: 200_000,
  tags: 20,
  tagCharacters: 40,
  values: 200,
} as const;

/** Tags as they are typed, apart by commas: trimmed, none twice in whatever case, the first spelling kept. */
export function parseTags(typed: string): readonly string[] {
  const tags = new Map<string, string>();
  for (const part of typed.split(',')) {
    const tag = part.trim().replace(/\s+/g, ' ').slice(0, promptLimits.tagCharacters);
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, promptLimits.tags);
}
