import { useSyncExternalStore } from 'react';

const short = matchMedia('(max-height: 719px)');

/** Whether the window is so low that everything beside the work gives way. */
export const useShortWindow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      short.addEventListener('change', changed);
      return () => short.removeEventListener('change', changed);
    },
    () => short.matches,
  );
