import { type ReactNode, useId } from 'react';
import type { ChoiceSetting } from '../../../shared/run/chat-settings';
import { ResetButton } from '../../ui/field-head';

interface ChoiceSettingFieldProps {
  setting: ChoiceSetting;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One of a few options, or the model’s default. */
export function ChoiceSettingField({ setting, value, onChange }: ChoiceSettingFieldProps) {
  const { label, help, options, words = {}, modelDefault } = setting;
  const choices = options.map((one) => ({ value: one, label: words[one] ?? one }));
  return <ChoiceRow {...{ label, help, choices, value, modelDefault, onChange }} />;
}

interface ChoiceRowProps<Value> {
  label: string;
  help: string;
  choices: readonly { readonly value: Value; readonly label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** As the model states it. */
  modelDefault?: string | undefined;
  /** Below the help. */
  children?: ReactNode;
}

/** A row of options after "Model default", which is `undefined`. */
export function ChoiceRow<Value>({ label: name, help, value, ...rest }: ChoiceRowProps<Value>) {
  const { choices, modelDefault, onChange, children } = rest;
  const standard = modelDefault === undefined ? 'Model default' : `Model default (${modelDefault})`;
  const id = useId();
  return (
    <div>
      <div className="flex h-7 items-center gap-1">
        <span id={id} className="flex-1 text-muted">
          {name}
        </span>
        {value !== undefined && <ResetButton label={name} onReset={() => onChange(undefined)} />}
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        className="flex flex-wrap rounded-control border border-line p-0.5"
      >
        {[{ value: undefined, label: standard }, ...choices].map((option) => (
          <label
            key={option.label}
            className="relative flex-auto whitespace-nowrap rounded-[6px] px-1.5 py-0.5 text-center text-muted has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:checked]:bg-hover has-[:checked]:font-medium has-[:checked]:text-text"
          >
            <input
              type="radio"
              name={id}
              className="absolute inset-0 appearance-none opacity-0"
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <p id={`${id}-help`} className="text-muted text-sm">
        {help}
      </p>
      {children}
    </div>
  );
}
