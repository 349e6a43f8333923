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
  /** The news that had been told when it was asked for, as `promptNews` counts them. */
  readonly asOf: number;
}

export interface Prompts {
  /** `null` while nobody looks: then news of prompts costs nothing. */
  readonly promptList: PromptList | null;
  /** Goes up with each change of a prompt. */
  readonly promptNews: number;
}

export const noPrompts: Prompts = { promptList: null, promptNews: 0 };

export interface PagedPrompts {
  readonly query: string;
  readonly tag: string | null;
  readonly isFirst: boolean;
  readonly page: PromptPage;
}

export function withPromptPage(
  { promptList, promptNews }: Prompts,
  { query, tag, isFirst, page, asOf }: PagedPrompts & { readonly asOf: Pick<Prompts, 'promptNews'> },
): Pick<Prompts, 'promptList'> {
  const before = isFirst || promptList === null ? [] : promptList.prompts;
  const known = new Set(before.map(({ id }) => id));
  const prompts = [...before, ...page.prompts.filter(({ id }) => !known.has(id))];
  const { nextCursor: cursor, total } = page;
  const first = { asOf: asOf.promptNews, isStale: asOf.promptNews !== promptNews };
  const { asOf: since, isStale } = (isFirst ? null : promptList) ?? first;
  return { promptList: { query, tag, prompts, cursor, total, isStale, asOf: since } };
}

/** Where it now stands in the list is for the core to say. */
export function withPromptNews<State extends Prompts>(state: State): State {
  const { promptList, promptNews } = state;
  return {
    ...state,
    promptList: promptList && { ...promptList, isStale: true },
    promptNews: promptNews + 1,
  };
}
