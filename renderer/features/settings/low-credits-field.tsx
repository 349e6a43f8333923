import { useId, useState } from 'react';

interface LowCreditsFieldProps {
  value: number;
  onChange: (value: number) => void;
}

/** Below how many credits the meter warns; kept when the field is left. */
export function LowCreditsField({ value, onChange }: LowCreditsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const number = Number(typed);
    if (typed !== null && typed !== '' && number >= 0 && number <= 1e9) onChange(number);
    setTyped(null);
  };
  return (
    <div className="grid grid-cols-[180px_1fr] items-center gap-4">
      <label htmlFor={id} className="text-muted">
        Warn below (credits)
      </label>
      <input
        id={id}
        type="number"
        min={0}
        max={1e9}
        step="any"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        className="field max-w-40"
      />
    </div>
  );
}
