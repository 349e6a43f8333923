/** The tables of the prompt library. */
import type { Prompt, PromptPage, PromptVersion, TagCount } from '../../../shared/run/prompts';

export interface PromptQuery {
  readonly query: string;
  readonly tag: string | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export interface PromptStore {
  get(id: string): Prompt | undefined;
  page(query: PromptQuery): PromptPage;
  /** The one of this name that was used or changed last. */
  named(name: string): Prompt | undefined;
  tags(): readonly TagCount[];
  /** Adds a prompt, or changes the one with this id: another text is its newest version, with the note. */
  put(prompt: Pick<Prompt, 'id' | 'name' | 'text' | 'tags'>, now: number, note?: string): void;
  /** Newest first. */
  versions(id: string): readonly PromptVersion[];
  /** Makes it the one in use; nothing happens where there is no such version. */
  promote(id: string, version: number, now: number): void;
  /** Nothing happens where there is no such version. */
  setNote(id: string, version: number, note: string): void;
  use(id: string, values: Prompt['lastValues'], now: number): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
