import { create } from 'zustand';

interface Said {
  readonly text: string;
  readonly turn: number;
}

const nothing: Said = { text: '', turn: 0 };
const useSaid = create<{ polite: Said; assertive: Said }>()(() => ({ polite: nothing, assertive: nothing }));

const say = (how: 'polite' | 'assertive', text: string) =>
  useSaid.setState((said) => ({ [how]: { text, turn: said[how].turn + 1 } }));

/** Says something to screen readers, when they have a moment. */
export const announce = (text: string): void => say('polite', text);

/** Says at once what went wrong somewhere out of sight. */
export const announceError = (text: string): void => say('assertive', text);

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
