import { useId, useRef, useState } from 'react';
import type { TextSetting } from '../../../shared/run/chat-settings';
import { classes } from '../../ui/classes';
import { FieldHead } from '../../ui/field-head';
import { useFieldHistory } from '../composer/use-field-history';

interface TextSettingFieldProps {
  setting: TextSetting;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A long text, such as the system prompt. */
export function TextSettingField({ setting, value, onChange }: TextSettingFieldProps) {
  const { label, help, placeholder, maxCharacters, isShort = false } = setting;
  const id = useId();
  const [tooLong, setTooLong] = useState<string | null>(null);
  const type = (text: string) => {
    const over = text.length > maxCharacters;
    setTooLong(over ? text : null);
    if (!over) onChange(text === '' ? undefined : text);
  };
  const input = useRef<HTMLTextAreaElement>(null);
  const shown = tooLong ?? value ?? '';
  useFieldHistory(input, shown);
  return (
    <div>
      <FieldHead htmlFor={id} label={label} onReset={value === undefined ? undefined : () => type('')} />
      <textarea
        ref={input}
        id={id}
        rows={isShort ? 1 : 3}
        value={shown}
        onChange={(event) => type(event.target.value)}
        placeholder={placeholder}
        aria-invalid={tooLong !== null}
        aria-describedby={`${id}-help`}
        className={classes('field max-h-64 resize-none [field-sizing:content]', !isShort && 'min-h-[62px]')}
      />
      <p id={`${id}-help`} className={`text-sm ${tooLong === null ? 'text-muted' : 'text-bad'}`}>
        {tooLong === null
          ? help
          : `Longer than ${maxCharacters.toLocaleString('en')} characters: shorten it to save it`}
      </p>
    </div>
  );
}
