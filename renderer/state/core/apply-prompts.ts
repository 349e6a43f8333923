/** The prompts in the library as the window knows them; pure, a part of `applyEvent`. */
import type { PromptPage, PromptSummary } from '../../../shared/prompts';

/** What was asked for last, while the library is open. */
export interface PromptList {
  readonly query: string;
  readonly tag: string | null;
  readonly prompts: readonly PromptSummary[];
  readonly cursor: string | null;
  readonly total: number;
  /** Something changed that may belong to it: it is asked for again. */
  readonly isStale: boolean;
}

export interface Prompts {
  /** `null` while nobody looks: then news of prompts costs nothing. */
  readonly promptList: PromptList | null;
}

export const noPrompts: Prompts = { promptList: null };

export interface PagedPrompts {
  readonly query: string;
  readonly tag: string | null;
  readonly isFirst: boolean;
  readonly page: PromptPage;
}

export function withPromptPage(
  { promptList }: Prompts,
  { query, tag, isFirst, page }: PagedPrompts,
): Prompts {
  const before = isFirst || promptList === null ? [] : promptList.prompts;
  const known = new Set(before.map(({ id }) => id));
  const prompts = [...before, ...page.prompts.filter(({ id }) => !known.has(id))];
  const { nextCursor: cursor, total } = page;
  return { promptList: { query, tag, prompts, cursor, total, isStale: false } };
}

/** Where it now stands in the list is for the core to say. */
export function withPromptNews<State extends Prompts>(state: State): State {
  return state.promptList === null ? state : { ...state, promptList: { ...state.promptList, isStale: true } };
}
