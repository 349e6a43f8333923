import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { setFound } from '../../../state/ui/found-state';
import { useUiState } from '../../../state/ui/ui-state';
import { useWholeBranch } from '../use-whole-branch';
import { type Match, matchesIn, placeRound } from './find-matches';
import { messageElement } from './found-text';
import { clearHighlights, highlightMatches, showMatch } from './highlight-matches';

export interface Find {
  readonly count: number;
  /** From 0; -1 where none is chosen. */
  readonly place: number;
  /** Whether older messages are still being loaded. */
  readonly isPartial: boolean;
  readonly step: (by: 1 | -1) => void;
}

/** Finds in the whole visible branch, and marks and shows the matches. */
export function useFindInChat(conversationId: string, typed: string): Find {
  // Typing does not wait for a long chat to be searched.
  const query = useDeferredValue(typed);
  const { messages, isPartial } = useWholeBranch(conversationId);
  const matches = useMemo(() => matchesIn(messages, query), [messages, query]);
  const [current, setCurrent] = useState<Match | null>(null);
  const place = placeOf(matches, current);
  const shown = matches[place] ?? null;
  useHighlights(query, shown);
  const goTo = (match: Match | undefined) => {
    setCurrent(match ?? null);
    if (match === undefined) return;
    const { messageId, partId = null } = match;
    setFound(partId);
    if (messageElement(messageId) === null)
      useUiState.setState({ scrollTarget: { conversationId, messageId, keepsFocus: true } });
    showMatch(query, match);
  };
  /** Steps that were asked for before their query was searched. */
  const asked = useRef({ query: '', by: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed query starts a new search, not a new message.
  useEffect(() => {
    const first = firstInSight(matches, messages);
    const by = asked.current.query === query ? asked.current.by : 0;
    goTo(first && matches[(matches.indexOf(first) + by + matches.length) % matches.length]);
  }, [query]);
  const step = (by: 1 | -1) => {
    if (query === typed) goTo(matches[placeRound(place, by, matches.length)]);
    else asked.current = { query: typed, by };
  };
  return {
    count: matches.length,
    place,
    isPartial,
    step,
  };
}

const placeOf = (matches: readonly Match[], current: Match | null): number =>
  matches.findIndex(
    ({ messageId, partId, nth }) =>
      messageId === current?.messageId && partId === current.partId && nth === current.nth,
  );

/** The first match from the uppermost message in sight on; else the first of all. */
function firstInSight(matches: readonly Match[], messages: readonly Message[]): Match | undefined {
  const first = messages.findIndex(({ id }) => {
    const element = messageElement(id);
    const top = element?.closest('[role="log"]')?.getBoundingClientRect().top ?? 0;
    return element !== null && element.getBoundingClientRect().bottom > top;
  });
  const below = new Set(messages.slice(Math.max(0, first)).map(({ id }) => id));
  return matches.find(({ messageId }) => below.has(messageId)) ?? matches[0];
}

const redrawnAfterMs = 200;

/** Again whenever the page's messages change: they come and go with the scroll, and grow. */
function useHighlights(query: string, current: Match | null): void {
  useEffect(() => {
    if (query.trim() === '') return clearHighlights();
    const log = document.querySelector('main [role="log"]');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      highlightMatches(query, current);
    };
    // A reply that streams changes in every frame.
    const changes = new MutationObserver(() => {
      timer ??= setTimeout(draw, redrawnAfterMs);
    });
    if (log !== null) changes.observe(log, { subtree: true, childList: true, characterData: true });
    draw();
    return () => {
      changes.disconnect();
      clearTimeout(timer);
    };
  }, [query, current]);
  useEffect(
    () => () => {
      clearHighlights();
      setFound(null);
    },
    [],
  );
}
