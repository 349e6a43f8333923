import { useId, useState } from 'react';
import type { Budget } from '../../../shared/app/settings';
import { type MoneyUnit, mostOf } from '../../../shared/money/money';
import { firstUnit, units } from '../../../shared/money/money-units';
import { useSettingsUpdate } from '../../parts/use-settings-update';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { isAmount } from './low-credits-field';

const noBudget: Budget = {};

const rows: readonly { readonly label: string; readonly fields: readonly LimitField[] }[] = [
  {
    label: 'Warning at',
    fields: [
      { id: 'softPerDay', label: 'Warning at, per day' },
      { id: 'softPerMonth', label: 'Warning at, per month' },
    ],
  },
  {
    label: 'Hard limit',
    fields: [
      { id: 'hardPerDay', label: 'Hard limit per day' },
      { id: 'hardPerMonth', label: 'Hard limit per month' },
    ],
  },
];

interface LimitField {
  readonly id: keyof Budget;
  readonly label: string;
}

/** What may be spent with a profile; an empty field sets no limit. Saved when the field loses focus. */
export function LimitsForm({ profileId }: { profileId: string }) {
  const id = useId();
  const unit =
    useCoreState(({ app }) => app?.profiles.find(({ id: one }) => one === profileId)?.money?.unit) ??
    firstUnit;
  const setting = units[unit].limitsSetting;
  const budget = useCoreState(({ app }) => app?.settings[setting][profileId] ?? noBudget);
  const { error, update } = useSettingsUpdate();
  const set = (field: keyof Budget, amount: number | undefined) => {
    const budgets = useCoreState.getState().app?.settings[setting] ?? {};
    const changed = { ...budgets[profileId], [field]: amount };
    void update({ [setting]: { ...budgets, [profileId]: changed } });
  };
  const field = ({ id: name, label }: LimitField) => (
    <AmountField
      key={`${unit} ${name}`}
      label={label}
      unit={unit}
      value={budget[name]}
      empty={name.startsWith('hard') ? 'no limit' : 'never'}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h4 id={id} className="font-semibold">
        Limits, in {units[unit].name}
      </h4>
      <p className="text-muted">
        A request that would exceed a hard limit is refused before it is sent; running requests count in full.
      </p>
      <div className="grid grid-cols-[min(180px*var(--text-scale),34%)_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <span />
        <span className="text-muted text-sm">a day</span>
        <span className="text-muted text-sm">a month</span>
        {rows.map(({ label, fields }) => (
          <div key={label} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="text-muted">{label}</span>
            {fields.map(field)}
          </div>
        ))}
        <span className="text-muted">Confirm requests over</span>
        {field({ id: 'askAbove', label: 'Confirm requests over' })}
      </div>
      {error !== null && <ErrorCard error={error} />}
    </section>
  );
}

interface AmountFieldProps {
  label: string;
  unit: MoneyUnit;
  value: number | undefined;
  /** What an empty field means. */
  empty: string;
  onChange: (value: number | undefined) => void;
}

function AmountField({ label, unit, value, empty, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value ?? '';
  const isWrong = typed !== null && typed !== '' && !isAmount(Number(typed), unit);
  const settle = () => {
    if (typed === null || isWrong) return;
    const next = typed === '' ? undefined : Number(typed);
    if (next !== value) onChange(next);
    setTyped(null);
  };
  return (
    <div>
      <input
        type="number"
        aria-label={label}
        aria-invalid={isWrong}
        min={0}
        max={mostOf(unit)}
        step="any"
        placeholder={empty}
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        className="field"
      />
      {isWrong && <p className="text-bad text-sm">0 or more {units[unit].name}</p>}
    </div>
  );
}
