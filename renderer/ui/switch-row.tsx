import { type ReactNode, useId } from 'react';

interface SwitchRowProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** Stands before the switch, such as a button that resets it. */
  children?: ReactNode;
}

/** A labelled switch that says in a word how it stands. */
export function SwitchRow({ label, on, onChange, children }: SwitchRowProps) {
  const id = useId();
  return (
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
        onClick={() => onChange(!on)}
        className={`h-7 rounded-control px-2 font-medium hover:bg-hover ${on ? 'text-ok' : 'text-muted'}`}
      >
        {on ? 'on' : 'off'}
      </button>
    </div>
  );
}
