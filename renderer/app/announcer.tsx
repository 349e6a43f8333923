import { useLayoutEffect } from 'react';
import { settleSaid, useSaid } from '../state/announce';

/** The hidden live regions of the page: a polite one, and one for errors. */
export function Announcer() {
  const { polite, assertive } = useSaid();
  useLayoutEffect(settleSaid);
  return (
    <>
      <div aria-live="polite" className="sr-only" data-announcer>
        {/* A new element each time, so that the same text twice is announced twice. */}
        <span key={polite.turn}>{polite.text}</span>
      </div>
      <div aria-live="assertive" className="sr-only" data-announcer-errors>
        <span key={assertive.turn}>{assertive.text}</span>
      </div>
    </>
  );
}
