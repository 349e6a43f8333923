import { useCallback, useEffect, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Prompt, TagCount } from '../../../shared/prompts';
import { call } from '../../link/call';
import { useReported } from '../../state/core/reported';
import { leavePrompts, loadPrompts } from './prompt-actions';

const settleMs = 120;

/** The prompts that fit the words and the tag, kept up with what is said of them. */
export function usePromptList(query: string, tag: string | null) {
  const list = useReported(({ promptList }) => promptList);
  const [error, setError] = useState<AppErrorData | null>(null);
  const isOther = list === null || list.query !== query || list.tag !== tag;
  const isStale = isOther || list.isStale;
  const asOf = list?.asOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read before the last news is asked for again.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => void loadPrompts(query, tag, true).then(setError), isOther ? settleMs : 0);
    return () => clearTimeout(timer);
  }, [query, tag, isStale, isOther, asOf]);
  useEffect(() => leavePrompts, []);
  const more = useCallback(() => void loadPrompts(query, tag, false).then(setError), [query, tag]);
  return { list, error, more };
}

/** All tags with how many prompts have each; asked again as prompts change. */
export function useTags(): readonly TagCount[] {
  const [tags, setTags] = useState<readonly TagCount[]>([]);
  const round = useReported(({ promptList }) => promptList);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may mean other tags.
  useEffect(() => {
    let isNewest = true;
    void call('prompts.tags', {}).then((answer) => {
      if (isNewest && answer.ok) setTags(answer.value);
    });
    return () => {
      isNewest = false;
    };
  }, [round]);
  return tags;
}

/** One prompt in full; `null` until it is there, or where it is gone. */
export function usePrompt(id: string | null): { prompt: Prompt | null; error: AppErrorData | null } {
  const [found, setFound] = useState<{ prompt: Prompt | null; error: AppErrorData | null }>(nothing);
  const round = useReported(({ promptList }) => promptList?.isStale ?? false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news of any prompt may be of this one.
  useEffect(() => {
    if (id === null) return setFound(nothing);
    let isNewest = true;
    void call('prompts.get', { id }).then((answer) => {
      if (!isNewest) return;
      setFound(answer.ok ? { prompt: answer.value, error: null } : { prompt: null, error: answer.error });
    });
    return () => {
      isNewest = false;
    };
  }, [id, round]);
  return found.prompt !== null && found.prompt.id !== id ? nothing : found;
}

const nothing = { prompt: null, error: null };
