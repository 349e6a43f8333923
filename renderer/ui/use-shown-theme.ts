import { useSyncExternalStore } from 'react';

/** The theme on show, for what is drawn with colours of its own: a canvas does not follow a style sheet. */
export const useShownTheme = (): string =>
  useSyncExternalStore(
    (changed) => {
      const watcher = new MutationObserver(changed);
      watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => watcher.disconnect();
    },
    () => document.documentElement.dataset.theme ?? 'light',
  );
