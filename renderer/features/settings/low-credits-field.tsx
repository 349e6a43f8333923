import { useId, useState } from 'react';
import { type MoneyUnit, mostOf } from '../../../shared/money';
import { units } from '../../../shared/money-units';
import { isAmount } from './amount-range';

interface LowCreditsFieldProps {
  unit: MoneyUnit;
  value: number;
  onChange: (value: number) => void;
}

/** Below how much of a unit the meter warns; kept when the field is left. */
export function LowCreditsField({ unit, value, onChange }: LowCreditsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const number = Number(typed);
    if (typed !== null && typed !== '' && isAmount(number, unit)) onChange(number);
    setTyped(null);
  };
  return (
    <div className="grid grid-cols-[min(180px*var(--text-scale),40%)_minmax(0,1fr)] items-center gap-4">
      <label htmlFor={id} className="text-muted">
        Warn below ({units[unit].name})
      </label>
      <input
        id={id}
        type="number"
        min={0}
        max={mostOf(unit)}
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
