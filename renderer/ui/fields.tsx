import { type ComponentProps, useId } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** A sentence below the field. */
  help?: string;
}

/** A line of text with its label above. */
export function TextField({ label, help, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <input
        id={id}
        className="field"
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        {...rest}
      />
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** One of a few values: the platform's own list, which keyboards and screen readers support best. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="grid grid-cols-[min(180px*var(--text-scale),40%)_minmax(0,1fr)] items-center gap-4">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className="field max-w-80"
      >
        {(Object.entries(options) as [Value, string][]).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
