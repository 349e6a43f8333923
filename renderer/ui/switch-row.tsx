import { type ReactNode, useId } from 'react';

interface SwitchRowProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** A short description. */
  help?: string;
  /** Before the switch, such as a reset button. */
  children?: ReactNode;
}

/** A labeled switch that shows its state as a word. */
export function SwitchRow({ label, on, onChange, help, children }: SwitchRowProps) {
  const id = useId();
  return (
    <div>
      <div className="flex h-7 items-center gap-1">
        <label htmlFor={id} className="flex-1 text-muted">
          {label}
        </label>
        {children}
        <button
          id={id}
          type="button"
          role="switch"
          aria-checked={on}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          onClick={() => onChange(!on)}
          className={`flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover ${on ? '' : 'text-muted'}`}
        >
          {on ? 'on' : 'off'}
          <Track on={on} />
        </button>
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className="text-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

/** The visual form of the word beside it. */
function Track({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden
      className={`flex h-4 w-7 rounded-full p-0.5 ${on ? 'justify-end bg-accent' : 'bg-faint'}`}
    >
      <span className="size-3 rounded-full bg-background" />
    </span>
  );
}
