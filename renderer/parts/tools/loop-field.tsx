/** Whether calls are answered without a person, and how far that may go. */
import type { MoneyUnit } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import { type ToolLoop, toolLimits } from '../../../shared/run/tools';
import { NumberField } from '../../ui/number-field';
import { SwitchRow } from '../../ui/switch-row';

interface LoopFieldProps {
  value: ToolLoop | undefined;
  /** Of the profile in use. */
  unit: MoneyUnit;
  onChange: (value: ToolLoop | undefined) => void;
}

const usualRounds = 8;

export function LoopField({ value, unit, onChange }: LoopFieldProps) {
  const most = value?.most;
  return (
    <div className="flex flex-col gap-2">
      <SwitchRow
        label="Answer automatically"
        help="Sends automatic results without asking, up to these limits. Each round is charged."
        on={value !== undefined}
        onChange={(on) =>
          onChange(
            on
              ? { rounds: usualRounds, most: { unit, amount: 2 * units[unit].isWorthShowingFrom } }
              : undefined,
          )
        }
      />
      {value !== undefined && (
        <>
          <NumberField
            label="Rounds"
            help={`1 to ${toolLimits.rounds} after each message.`}
            placeholder={String(usualRounds)}
            min={1}
            max={toolLimits.rounds}
            whole
            value={value.rounds}
            onChange={(rounds = usualRounds) => onChange({ ...value, rounds })}
          />
          <NumberField
            label={`Limit (${units[most?.unit ?? unit].name})`}
            help="For a message with its rounds. Empty: only the rounds are limited."
            placeholder="No limit"
            min={0.000_001}
            max={1_000_000}
            slideTo={2_000_000}
            step={0.01}
            value={most?.amount}
            onChange={(amount) =>
              onChange({
                rounds: value.rounds,
                ...(amount !== undefined && { most: { unit: most?.unit ?? unit, amount } }),
              })
            }
          />
        </>
      )}
    </div>
  );
}
