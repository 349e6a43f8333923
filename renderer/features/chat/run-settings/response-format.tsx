import { useId } from 'react';
import type { RunSettings } from '../../../../shared/chat';
import { ResetButton } from '../../../ui/reset-button';

type Format = RunSettings['responseFormat'];

interface ResponseFormatProps {
  value: Format;
  onChange: (value: Format) => void;
}

/** In which form the model answers; a schema goes into the extra parameters. */
export function ResponseFormat({ value, onChange }: ResponseFormatProps) {
  const id = useId();
  return (
    <div>
      <div className="flex h-7 items-center gap-1">
        <label htmlFor={id} className="flex-1 text-muted">
          Response format
        </label>
        {value !== undefined && <ResetButton label="Response format" onReset={() => onChange(undefined)} />}
        <select
          id={id}
          aria-describedby={`${id}-help`}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : (target.value as Format))}
          className="h-7 rounded-control bg-transparent px-1 hover:bg-hover"
        >
          <option value="">not sent</option>
          <option value="text">text</option>
          <option value="json_object">JSON object</option>
        </select>
      </div>
      <p id={`${id}-help`} className="text-muted text-sm">
        JSON needs to be asked for in the prompt too.
      </p>
    </div>
  );
}
