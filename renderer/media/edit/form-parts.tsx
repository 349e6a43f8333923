/** What the form of an edit is built from. */
import { type ReactNode, useId, useState } from 'react';

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-end gap-3">{children}</div>
);

interface NumberProps {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
}

export function NumberOf({ label, value, least, most, step, onChange }: NumberProps) {
  const id = useId();
  /** As it is typed: empty for a moment, or not yet within its bounds. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="w-36">
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <input
        id={id}
        type="number"
        className="field"
        value={typed ?? value}
        step={step}
        min={least}
        max={most}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value);
          if (Number.isFinite(target.valueAsNumber))
            onChange(Math.min(most, Math.max(least, target.valueAsNumber)));
        }}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="w-48">
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
