import { useId, useState } from 'react';
import { type MoneyUnit, mostOf } from '../../../shared/money/money';
import { moneyUnits, units } from '../../../shared/money/money-units';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';

/** Below which balance the meter warns, for every profile that counts in a unit. Saved when a field loses focus. */
export function LowBalance() {
  const settings = useCoreState(({ app }) => app?.settings);
  const { error, update } = useSettingsUpdate();
  if (settings === undefined) return null;
  return (
    <section aria-labelledby="low-balance" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 id="low-balance" className="font-semibold text-lg">
          Low balance
        </h3>
        <p className="text-muted">
          Below this balance the meter warns, for all profiles. Each profile has its own spending limits.
        </p>
      </div>
      {error !== null && <ErrorCard error={error} />}
      {moneyUnits.map((unit) => (
        <LowCreditsField
          key={unit}
          unit={unit}
          value={settings[units[unit].lowSetting]}
          onChange={(least) => update({ [units[unit].lowSetting]: least })}
        />
      ))}
    </section>
  );
}

interface LowCreditsFieldProps {
  unit: MoneyUnit;
  value: number;
  onChange: (value: number) => void;
}

/** Below how much of a unit the meter warns; kept when the field is left. */
function LowCreditsField({ unit, value, onChange }: LowCreditsFieldProps) {
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

/** Whether an amount can be entered in the settings. */
export const isAmount = (amount: number, unit: MoneyUnit): boolean => amount >= 0 && amount <= mostOf(unit);
