import { useId, useState } from 'react';
import { acceleratorOf } from '../../lib/accelerator';
import { Button } from '../../ui/button';

interface QuickAskKeyProps {
  /** Empty for none. */
  value: string;
  onChange: (key: string) => void;
}

/** A global key, taken by pressing it. */
export function QuickAskKey({ value, onChange }: QuickAskKeyProps) {
  const id = useId();
  const [isRefused, setIsRefused] = useState(false);
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (['Control', 'Alt', 'Shift', 'Meta'].includes(event.key)) return;
    const key = acceleratorOf(event.nativeEvent);
    setIsRefused(key === null);
    if (key !== null) onChange(key);
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Key for quick ask
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          placeholder="None: press the keys here"
          aria-describedby={`${id}-help`}
          onKeyDown={press}
          className="field"
        />
        {value !== '' && <Button onClick={() => onChange('')}>Remove key</Button>}
      </div>
      <p id={`${id}-help`} className={`mt-1 text-sm ${isRefused ? 'text-bad' : 'text-muted'}`}>
        {isRefused
          ? 'Use it with Ctrl, Alt or the system key, or press a function key.'
          : 'Opens a small window for one question from any program. Wayland doesn’t let programs register such keys: there, add a shortcut that runs “gatehouse --quick-ask” in the system’s settings.'}
      </p>
    </div>
  );
}
