/** What the library of prompts needs of the storage, besides `ports.ts`. */
import type { Prompt, PromptPage, TagCount } from '../../../shared/prompts';

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
  /** New, or with new words where the id is known. */
  put(prompt: Pick<Prompt, 'id' | 'name' | 'text' | 'tags'>, now: number): void;
  use(id: string, values: Prompt['lastValues'], now: number): void;
  /** Hides it, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
