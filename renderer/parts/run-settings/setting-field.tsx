import type { ReactNode } from 'react';
import type { ChatSetting, JsonValues, RunSettings } from '../../../shared/run/chat-settings';
import { ResetButton } from '../../ui/field-head';
import { NumberField } from '../../ui/number-field';
import { SwitchRow } from '../../ui/switch-row';
import { ChoiceSettingField } from './choice-setting-field';
import { JsonSettingField } from './json-setting-field';
import { MapSettingField } from './map-setting-field';
import { TextSettingField, TextsSettingField } from './text-setting-field';
import type { MapValue } from './token-bias';

export type SettingValue = RunSettings[keyof RunSettings];

interface SettingFieldProps {
  id: string;
  /** The model whose fields are shown; `null` where there are several. */
  model: string | null;
  setting: ChatSetting;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
}

/** The field of one run setting, by its kind. What is `undefined` is not sent. */
export function SettingField({ id, model, setting, value, onChange }: SettingFieldProps): ReactNode {
  switch (setting.kind) {
    case 'number': {
      const { label, help, min, max, step, slideTo, isWhole: whole, modelDefault } = setting;
      const number = typeof value === 'number' ? value : undefined;
      const placeholder = modelDefault && `Default ${modelDefault}`;
      const field = { label, help, min, max, step, slideTo, whole, placeholder, onChange };
      return <NumberField {...field} value={number} />;
    }
    case 'text':
      return <TextSettingField setting={setting} value={textOf(value)} onChange={onChange} />;
    case 'texts':
      return (
        <TextsSettingField
          setting={setting}
          value={Array.isArray(value) ? value : undefined}
          onChange={onChange}
        />
      );
    case 'map':
      return (
        <MapSettingField
          setting={setting}
          value={isMap(value) ? value : undefined}
          onChange={onChange as (value: MapValue | undefined) => void}
        />
      );
    case 'choice':
      return <ChoiceSettingField setting={setting} value={textOf(value)} onChange={onChange} />;
    case 'json': {
      const change = (changed: unknown) => onChange(changed as SettingValue);
      return (
        <JsonSettingField {...{ setting, model, value }} id={id as keyof JsonValues} onChange={change} />
      );
    }
    case 'switch':
      return (
        <SwitchRow
          label={setting.label}
          help={setting.help}
          on={typeof value === 'boolean' ? value : setting.standard}
          onChange={onChange}
        >
          {value !== undefined && <ResetButton label={setting.label} onReset={() => onChange(undefined)} />}
        </SwitchRow>
      );
  }
}

const isMap = (value: SettingValue): value is MapValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: SettingValue) => (typeof value === 'string' ? value : undefined);
