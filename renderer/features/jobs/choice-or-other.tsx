import { type FormEvent, useId, useState } from 'react';

interface ChoiceOrOtherProps {
  label: string;
  value: string;
  options: readonly string[];
  nameOf: (option: string) => string;
  onChange: (value: string) => void;
  /** Of the field that "Other…" opens. */
  other: Readonly<{ label: string; type: 'text' | 'number'; max: number }>;
}

/** No value of a filter holds this character. */
const otherOption = '\u0000';

/** One of a few values, or one that is typed; what is typed holds from Enter or from leaving the field. */
export function ChoiceOrOther({ label, value, options, nameOf, onChange, other }: ChoiceOrOtherProps) {
  const id = useId();
  const [isOther, setIsOther] = useState(!options.includes(value));
  const choose = (chosen: string) => {
    setIsOther(chosen === otherOption);
    if (chosen !== otherOption) onChange(chosen);
  };
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <select
        id={id}
        value={isOther ? otherOption : value}
        onChange={(event) => choose(event.target.value)}
        className="field"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
        <option value={otherOption}>Other…</option>
      </select>
      {isOther && <Typed {...other} onChange={onChange} />}
    </div>
  );
}

type TypedProps = ChoiceOrOtherProps['other'] & Pick<ChoiceOrOtherProps, 'onChange'>;

function Typed({ label, type, max, onChange }: TypedProps) {
  const [text, setText] = useState('');
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    const isValid = type === 'text' ? text.trim() !== '' : isWholeUpTo(text, max);
    if (isValid) onChange(text.trim());
  };
  return (
    <form onSubmit={apply} className="mt-1.5">
      <input
        aria-label={label}
        type={type}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => apply()}
        {...(type === 'number' ? { min: 1, max } : { maxLength: max, spellCheck: false })}
        placeholder={type === 'number' ? `1 to ${max}` : 'cancelled'}
        className="field"
      />
    </form>
  );
}

const isWholeUpTo = (text: string, max: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
