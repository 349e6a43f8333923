import { create } from 'zustand';

const useSaid = create<{ text: string; turn: number }>()(() => ({ text: '', turn: 0 }));

/** Says something to screen readers, when they have a moment. */
export function announce(text: string): void {
  useSaid.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** The one hidden polite region of the page. */
export function Announcer() {
  const { text, turn } = useSaid();
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {/* A new element each time: the same words twice are still news. */}
      <span key={turn}>{text}</span>
    </div>
  );
}
