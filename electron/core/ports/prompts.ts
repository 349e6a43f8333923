/** The tables of the prompt library. */
import type { Prompt, PromptPage, TagCount } from '../../../shared/run/prompts';

export interface PromptQuery {
  readonly query: string;
  readonly tag: string | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export interface PromptStore {
  get(id: string): Prompt | undefined;
  page(query: PromptQuery): PromptPage;
  tags(): readonly TagCount[];
  /** Adds a prompt, or replaces the one with this id. */
  put(prompt: Pick<Prompt, 'id' | 'name' | 'text' | 'tags'>, now: number): void;
  use(id: string, values: Prompt['lastValues'], now: number): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
