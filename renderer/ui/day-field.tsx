import { useId } from 'react';
import { dayOf } from '../lib/periods';

interface DayFieldProps {
  label: string;
  /** Milliseconds since the epoch. */
  value: number | undefined;
  onChange: (startOfDay: number | undefined) => void;
}

/** A local day; empty means none. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  const change = (text: string) => {
    const start = new Date(`${text}T00:00`).getTime();
    onChange(Number.isNaN(start) ? undefined : start);
  };
  return (
    <span className="flex items-center gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value === undefined ? '' : dayOf(value)}
        onChange={(event) => change(event.target.value)}
        className="field h-8 w-32 py-0"
      />
    </span>
  );
}
