interface FilterChoiceProps {
  label: string;
  /** The label while nothing is chosen. */
  every: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string | undefined) => void;
  title?: string;
  className?: string;
  /** Whether it narrows what is shown, and says so by its border; not so where it is a setting. */
  isFilter?: boolean;
}

/** Narrows a selection to one of a few values. */
export function FilterChoice({
  label,
  every,
  value,
  options,
  onChange,
  title,
  className = '',
  isFilter = true,
}: FilterChoiceProps) {
  return (
    <select
      aria-label={label}
      title={title}
      value={value ?? anything}
      onChange={(event) => onChange(event.target.value === anything ? undefined : event.target.value)}
      className={`field h-8 w-auto max-w-44 py-0 ${className} ${isFilter && value !== undefined ? 'border-accent' : ''}`}
    >
      <option value={anything}>{every}</option>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Not a possible value of a filter: these may be empty, but hold no such character. */
const anything = '\u0000';
