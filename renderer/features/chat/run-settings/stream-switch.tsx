import { useId } from 'react';
import { ResetButton } from '../../../ui/reset-button';

interface StreamSwitchProps {
  /** `undefined` where the app's own default holds, which is on. */
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}

export function StreamSwitch({ value, onChange }: StreamSwitchProps) {
  const id = useId();
  const on = value ?? true;
  return (
    <div className="flex h-7 items-center gap-1">
      <label htmlFor={id} className="flex-1 text-muted">
        Stream
      </label>
      {value !== undefined && <ResetButton label="Stream" onReset={() => onChange(undefined)} />}
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
