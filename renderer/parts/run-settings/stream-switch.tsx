import { ResetButton } from '../../ui/reset-button';
import { SwitchRow } from '../../ui/switch-row';

interface StreamSwitchProps {
  /** `undefined` where the app's default applies, which is on. */
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}

export function StreamSwitch({ value, onChange }: StreamSwitchProps) {
  return (
    <SwitchRow
      label="Stream"
      on={value ?? true}
      onChange={onChange}
      help="Shows the reply as it is generated. When off, the reply appears once it is complete."
    >
      {value !== undefined && <ResetButton label="Stream" onReset={() => onChange(undefined)} />}
    </SwitchRow>
  );
}
