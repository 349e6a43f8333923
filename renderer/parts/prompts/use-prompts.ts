import type { AppErrorData } from '../../../shared/errors';
import type { Prompt, TagCount } from '../../../shared/run/prompts';
import { searchDelayMs } from '../../lib/search-delay';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useAnswer } from '../../state/use-answer';
import { useReportedList } from '../../state/use-reported-list';
import { leavePrompts, loadPrompts } from './prompt-actions';

/** The prompts that match the words and the tag, updated with each event. */
export function usePromptList(query: string, tag: string | null) {
  const list = useCoreState(({ promptList }) => promptList);
  const isOther = list === null || list.query !== query || list.tag !== tag;
  const refreshMs = list?.isStale ? 0 : null;
  const { error, more } = useReportedList((isFirst) => loadPrompts(query, tag, isFirst), [query, tag], {
    delayMs: isOther ? searchDelayMs : refreshMs,
    asOf: list?.asOf,
    leave: leavePrompts,
  });
  return { list, error, more };
}

const noTags: readonly TagCount[] = [];

/** All tags with their number of prompts; loaded again when prompts change. */
export function useTags(): readonly TagCount[] {
  const list = useCoreState(({ promptList }) => promptList);
  return useAnswer(() => call('prompts.tags', {}), [list]).value ?? noTags;
}

/** One prompt in full; `null` until it is loaded, or where it was deleted. */
export function usePrompt(id: string | null): { prompt: Prompt | null; error: AppErrorData | null } {
  // An event about any prompt may be about this one.
  const isStale = useCoreState(({ promptList }) => promptList?.isStale ?? false);
  const { value, error } = useAnswer(id === null ? null : () => call('prompts.get', { id }), [id, isStale]);
  if (error !== null) return { prompt: null, error };
  return { prompt: value?.id === id ? value : null, error: null };
}
