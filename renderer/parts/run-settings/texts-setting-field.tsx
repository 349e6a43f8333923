import { useId, useState } from 'react';
import type { TextsSetting } from '../../../shared/run/chat-settings';
import { FieldHead } from '../../ui/field-head';
import { readStop, stopText } from './stop-text';

interface TextsSettingFieldProps {
  setting: TextsSetting;
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}

/** A few short texts, one per line, such as those at which the model ends its reply. */
export function TextsSettingField({ setting, value, onChange }: TextsSettingFieldProps) {
  const { label, help } = setting;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? stopText(value ?? []);
  const reading = readStop(shown, setting);
  const type = (text: string) => {
    const next = readStop(text, setting);
    setTyped(text);
    if (next.ok) onChange(next.value.length === 0 ? undefined : [...next.value]);
  };
  const reset = () => {
    setTyped(null);
    onChange(undefined);
  };
  return (
    <div>
      <FieldHead htmlFor={id} label={label} onReset={value === undefined && !typed ? undefined : reset} />
      <textarea
        id={id}
        rows={1}
        spellCheck={false}
        placeholder="Model default"
        value={shown}
        onChange={(event) => type(event.target.value)}
        onBlur={() => reading.ok && setTyped(null)}
        aria-invalid={!reading.ok}
        aria-describedby={`${id}-help`}
        className="field max-h-40 resize-none font-mono text-sm [field-sizing:content]"
      />
      <p id={`${id}-help`} className={`text-sm ${reading.ok ? 'text-muted' : 'text-bad'}`}>
        {reading.ok ? help : reading.mistake}
      </p>
    </div>
  );
}
