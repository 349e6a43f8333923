import { useId, useState } from 'react';
import { classes } from './classes';
import { FieldHead } from './field-head';

interface NumberFieldProps {
  label: string;
  /** `undefined` where it is not sent. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min: number;
  max: number;
  /** Of the slider and the arrow keys. */
  step?: number;
  /** The ends of the slider, where it covers a part of the range. */
  slideFrom?: number;
  slideTo?: number;
  whole?: boolean;
  /** A short description, with its range. */
  help?: string;
  /** What the field shows where it is not set. */
  placeholder?: string | undefined;
}

/**
 * A number that may be left open, with a slider where its range suits one.
 *
 * The slider is for the mouse alone: keyboards and screen readers use the field beside it.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, min, max, step = 1, slideFrom = min, slideTo = max, help } = props;
  const { placeholder = 'Model default' } = props;
  const id = useId();
  const field = useTypedNumber(props);
  const slides = slideTo - slideFrom <= 1_000_000;
  return (
    <div>
      <FieldHead
        htmlFor={id}
        label={label}
        onReset={value === undefined ? undefined : () => onChange(undefined)}
      >
        <input
          id={id}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step === 1 ? 1 : 'any'}
          placeholder={placeholder}
          value={field.shown}
          onChange={(event) => field.type(event.target.value, event.target.validity.badInput)}
          onBlur={field.settle}
          aria-invalid={field.mistake !== null}
          aria-describedby={`${id}-help`}
          className={classes(
            'rounded-control bg-transparent px-1.5 py-0.5 text-right hover:bg-hover',
            // As wide as a long number, such as a seed.
            value === undefined
              ? 'w-[calc(7rem*var(--text-scale))]'
              : 'min-w-[calc(5rem*var(--text-scale))] max-w-full [field-sizing:content]',
          )}
        />
      </FieldHead>
      {slides && (
        <input
          type="range"
          aria-hidden
          tabIndex={-1}
          min={slideFrom}
          max={slideTo}
          step={step}
          value={Math.max(slideFrom, Math.min(value ?? Math.max(slideFrom, 0), slideTo))}
          onChange={(event) => onChange(Number(event.target.value))}
          style={{ '--filled': `${filled(value, slideFrom, slideTo)}%` } as React.CSSProperties}
          data-unset={value === undefined ? '' : undefined}
          className="range"
        />
      )}
      <p id={`${id}-help`} className={`text-sm ${field.mistake === null ? 'text-muted' : 'text-bad'}`}>
        {field.mistake ?? help}
      </p>
    </div>
  );
}

const filled = (value: number | undefined, min: number, max: number) =>
  value === undefined ? 0 : Math.max(0, Math.min(100, (100 * (value - min)) / (max - min)));

/** The typed text, kept while it is not (yet) a number in range; only numbers in range are passed on. */
function useTypedNumber({ value, onChange, min, max, whole = false }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const type = (text: string, unreadable: boolean) => {
    const wrong = unreadable ? 'This is not a number' : checked(text, min, max, whole);
    setTyped(text);
    setMistake(wrong);
    if (wrong === null) onChange(text === '' ? undefined : Number(text));
  };
  const settle = () => {
    if (mistake === null) setTyped(null);
  };
  const sameAsTyped = typed !== null && (mistake !== null || asNumber(typed) === value);
  return { shown: sameAsTyped ? typed : (value ?? ''), type, settle, mistake };
}

const asNumber = (text: string) => (text === '' ? undefined : Number(text));

function checked(text: string, min: number, max: number, whole: boolean): string | null {
  if (text === '') return null;
  const number = Number(text);
  if (whole && !Number.isSafeInteger(number))
    return 'Enter a whole number; until then the last valid value is used';
  if (number < min || number > max) return `Enter ${min} to ${max}; until then the last valid value is used`;
  return null;
}
