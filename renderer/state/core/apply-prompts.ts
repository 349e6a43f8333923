/** The window's copy of the prompt library; pure, a part of `applyEvent`. */
import { byPresetName, type Preset } from '../../../shared/run/presets';
import type { PromptPage, PromptSummary } from '../../../shared/run/prompts';

/** The last query, while the library is open. */
export interface PromptList {
  readonly query: string;
  readonly tag: string | null;
  readonly prompts: readonly PromptSummary[];
  readonly cursor: string | null;
  readonly total: number;
  /** An event may change the selection: it is loaded again. */
  readonly isStale: boolean;
  /** The value of `promptChanges` when the query was sent. */
  readonly asOf: number;
}

export interface Prompts {
  /** Counts the changes of prompts; `null` while the library is closed, and then such events are ignored. */
  readonly promptList: PromptList | null;
  readonly promptChanges: number;
}

export const noPrompts: Prompts = { promptList: null, promptChanges: 0 };

export interface PagedPrompts {
  readonly query: string;
  readonly tag: string | null;
  readonly isFirst: boolean;
  readonly page: PromptPage;
}

export function withPromptPage(
  { promptList, promptChanges }: Prompts,
  { query, tag, isFirst, page, asOf }: PagedPrompts & { readonly asOf: Pick<Prompts, 'promptChanges'> },
): Pick<Prompts, 'promptList'> {
  const before = isFirst || promptList === null ? [] : promptList.prompts;
  const known = new Set(before.map(({ id }) => id));
  const prompts = [...before, ...page.prompts.filter(({ id }) => !known.has(id))];
  const { nextCursor: cursor, total } = page;
  const first = { asOf: asOf.promptChanges, isStale: asOf.promptChanges !== promptChanges };
  const { asOf: since, isStale } = (isFirst ? null : promptList) ?? first;
  return { promptList: { query, tag, prompts, cursor, total, isStale, asOf: since } };
}

/** Its new position in the list is up to the core. */
export function withPromptChange<State extends Prompts>(state: State): State {
  const { promptList, promptChanges } = state;
  return {
    ...state,
    promptList: promptList && { ...promptList, isStale: true },
    promptChanges: promptChanges + 1,
  };
}

/** The window's copy of the presets, after an event. */
type Presets = readonly Preset[];

export const withoutPreset = (presets: Presets | undefined, id: string): Presets =>
  (presets ?? []).filter((one) => one.id !== id);

export const withPreset = (presets: Presets | undefined, preset: Preset): Presets =>
  [...withoutPreset(presets, preset.id), preset].sort(byPresetName);
