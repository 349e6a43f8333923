import { useSaid } from '../state/announce';

/** The hidden regions of the page that speak: a polite one, and one for errors. */
export function Announcer() {
  const { polite, assertive } = useSaid();
  return (
    <>
      <div aria-live="polite" className="sr-only" data-announcer>
        {/* A new element each time: the same words twice are still news. */}
        <span key={polite.turn}>{polite.text}</span>
      </div>
      <div aria-live="assertive" className="sr-only" data-announcer-errors>
        <span key={assertive.turn}>{assertive.text}</span>
      </div>
    </>
  );
}
