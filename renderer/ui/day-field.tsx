import { useId } from 'react';
import { formatDay } from '../lib/format';
import { dayOf } from '../lib/periods';
import { classes } from './classes';

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
      <span className="day-field relative">
        <input
          id={id}
          type="date"
          value={value === undefined ? '' : dayOf(value)}
          onChange={(event) => change(event.target.value)}
          className="field h-8 w-[calc(8.5rem*var(--text-scale))] py-0"
        />
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute inset-y-0 left-2.5 flex items-center whitespace-nowrap',
            value === undefined && 'text-muted',
          )}
        >
          {value === undefined ? 'Any day' : formatDay(value)}
        </span>
      </span>
    </span>
  );
}
