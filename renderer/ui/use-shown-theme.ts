import { useSyncExternalStore } from 'react';

/** The active theme, for drawings with their own colors: a canvas does not follow a style sheet. */
export const useShownTheme = (): string =>
  useSyncExternalStore(
    (changed) => {
      const watcher = new MutationObserver(changed);
      watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      return () => watcher.disconnect();
    },
    () => document.documentElement.dataset.theme ?? 'light',
  );
