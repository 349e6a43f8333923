/** Saved prompts, and the variables in them. */

/** A prompt of the library. */
export interface Prompt {
  readonly id: string;
  readonly name: string;
  /** With its variables as they are written; see `parseTemplate`. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The value of each variable when the prompt was last used. */
  readonly lastValues: Readonly<Record<string, string>>;
  /** The number of the version whose text this is. */
  readonly version: number;
}

/** A text that a prompt had, or has: each save with another text adds one. */
export interface PromptVersion {
  /** From 1, in the order in which they were saved. */
  readonly version: number;
  readonly text: string;
  /** What changed, in the words of who saved it; may be empty. */
  readonly note: string;
  readonly createdAt: number;
}

/** What came of a `.prompt` file. */
export interface PromptOfFile {
  readonly name: string;
  /** A sentence for each thing of the file that is not read. */
  readonly notes: readonly string[];
  /** The prompt of this name in the library, where the file was not added because of it. */
  readonly known?: { readonly id: string; readonly hasSameText: boolean };
}

/** A prompt in a list. */
export interface PromptSummary extends Pick<Prompt, 'id' | 'name' | 'tags' | 'updatedAt'> {
  /** The beginning of the text, on one line. */
  readonly excerpt: string;
}

/** A page of the library: names that begin with the search text first, then the most recently used or changed. */
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
  noteCharacters: 2_000,
} as const;

/** Typed tags, separated by commas: trimmed, without duplicates in any case, the first spelling kept. */
export function parseTags(typed: string): readonly string[] {
  const tags = new Map<string, string>();
  for (const part of typed.split(',')) {
    const tag = part.trim().replace(/\s+/g, ' ').slice(0, promptLimits.tagCharacters);
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, promptLimits.tags);
}
