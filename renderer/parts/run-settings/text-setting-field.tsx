import { useId, useRef, useState } from 'react';
import { chatSettings, type TextSetting, type TextsSetting } from '../../../shared/run/chat-settings';
import { classes } from '../../ui/classes';
import { FieldHead } from '../../ui/field-head';
import { useFieldHistory } from '../composer/use-field-history';

interface TextSettingFieldProps {
  setting: Pick<TextSetting, 'label' | 'help' | 'placeholder' | 'maxCharacters' | 'isShort'>;
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

/** Stop sequences as they are typed: one per line, with `\n` and `\t` for what a line can't hold. */
export const stopText = (stop: readonly string[]): string =>
  stop.map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')).join('\n');

type StopReading =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly mistake: string };

const unescaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };

export function readStop(
  text: string,
  { most, maxCharacters }: TextsSetting = chatSettings.stop,
): StopReading {
  const lines = text.split('\n').filter((line) => line !== '');
  const value = lines.map((line) =>
    line.replace(/\\([nt\\])/g, (_, sign: string) => unescaped[sign] ?? sign),
  );
  if (value.length > most) return { ok: false, mistake: `Line ${most + 1}: at most ${most} are sent` };
  const long = value.findIndex((one) => one.length > maxCharacters);
  if (long < 0) return { ok: true, value };
  return { ok: false, mistake: `Line ${long + 1}: at most ${maxCharacters} characters` };
}
