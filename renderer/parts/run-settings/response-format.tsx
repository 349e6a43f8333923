import { useId } from 'react';
import type { RunSettings } from '../../../shared/chat';
import { ResetButton } from '../../ui/reset-button';

type Format = RunSettings['responseFormat'];

interface ResponseFormatProps {
  value: Format;
  onChange: (value: Format) => void;
}

const choices: readonly (readonly [Format, string])[] = [
  [undefined, 'Model default'],
  ['text', 'text'],
  ['json_object', 'JSON'],
];

/** The format of the model's output; a schema goes into the extra parameters. */
export function ResponseFormat({ value, onChange }: ResponseFormatProps) {
  const id = useId();
  return (
    <div>
      <div className="flex h-7 items-center gap-1">
        <span id={id} className="flex-1 text-muted">
          Response format
        </span>
        {value !== undefined && <ResetButton label="Response format" onReset={() => onChange(undefined)} />}
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        className="flex rounded-control border border-line p-0.5"
      >
        {choices.map(([format, label]) => (
          <label
            key={label}
            className="relative flex-auto whitespace-nowrap rounded-[6px] px-1.5 py-0.5 text-center text-muted has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:checked]:bg-hover has-[:checked]:font-medium has-[:checked]:text-text"
          >
            <input
              type="radio"
              name={id}
              className="absolute inset-0 appearance-none opacity-0"
              checked={value === format}
              onChange={() => onChange(format)}
            />
            {label}
          </label>
        ))}
      </div>
      <p id={`${id}-help`} className="text-muted text-sm">
        Ask for JSON in the prompt too.
      </p>
    </div>
  );
}
