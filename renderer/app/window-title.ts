import { useEffect } from 'react';
import { tabOf } from '../commands/tabs';
import { useCoreState } from '../state/core/core-state';
import { useOfConversation } from '../state/ui/selectors';
import { useUiState } from '../state/ui/ui-state';

/** The title of the window: the name of the open chat or comparison, else of the tab. */
export function useWindowTitle(): void {
  const { tab, conversationId, compareId } = useUiState(({ route }) => route);
  const chat = useOfConversation(tab === 'chat' ? conversationId : null, ({ title }) => title);
  const compared = useCoreState(({ comparisons }) =>
    compareId === null ? undefined : comparisons[compareId]?.title,
  );
  const title = windowTitle([compared ?? chat, tabOf(tab).label]);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** `Raft for beginners · Chat · Gatehouse`: what tells windows apart comes first. */
export const windowTitle = (names: readonly (string | undefined)[]): string =>
  [...names, 'Gatehouse'].filter((name) => name !== undefined && name.trim() !== '').join(' · ');
