import { chordParts } from './keys';

/** Keys as on the keyboard, a chip for each. */
export function KeyChips({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return <span className="text-muted text-sm">no keys</span>;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {keys.map((chord) => (
        <kbd key={chord} className="flex items-center gap-0.5 font-sans text-xs">
          {chordParts(chord).map((part, index) => (
            <span
              key={part}
              className="min-w-5 rounded-[5px] border border-line bg-background px-1.5 text-center"
            >
              {index > 0 && <span className="sr-only">+</span>}
              {part}
            </span>
          ))}
        </kbd>
      ))}
    </span>
  );
}
