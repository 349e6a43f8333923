import { useEffect, useState } from 'react';

/** About what a person needs to see that something else is on the screen than what they were about to click. */
const settleMs = 400;

/**
 * Whether what asks for a decision has been on the screen for long enough: a click that was meant for what was there
 * before decides nothing.
 * @param isShown false while there is nothing to decide yet
 */
export function useSettled(isShown = true): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isSettled;
}
