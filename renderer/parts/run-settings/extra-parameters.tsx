import { useId, useMemo } from 'react';
import type { RunSettings } from '../../../shared/chat';
import { limits } from '../../../shared/limits';
import { type JsonReading, readJsonObject } from '../../lib/json-place';
import { setExtraText, useUiState } from '../../state/ui/ui-state';
import { ResetButton } from '../../ui/reset-button';

type Extra = RunSettings['extra'];

interface ExtraParametersProps {
  chatKey: string;
  value: Extra;
  onChange: (value: Extra) => void;
  example?: string;
}

const usual = '{ "presence_penalty": 0.5 }';

/** Any JSON, sent without changes. Invalid text is kept as typed, and disables Send so that it is not lost. */
export function ExtraParameters({ chatKey, value, onChange, example = usual }: ExtraParametersProps) {
  const id = useId();
  const typed = useUiState(({ extraTexts }) => extraTexts[chatKey]);
  const mistake = useMemo(() => extraMistake(typed), [typed]);
  const type = (text: string) => {
    const reading = readJsonObject(text);
    setExtraText(chatKey, text);
    if (mistakeOf(text, reading) !== null || !reading.ok) return;
    onChange(Object.keys(reading.value).length === 0 ? undefined : (reading.value as Extra));
  };
  const settle = () => {
    if (mistake === null) setExtraText(chatKey, null);
  };
  return (
    <div>
      <div className="flex h-7 items-center">
        <label htmlFor={id} className="flex-1 text-muted">
          Extra parameters
        </label>
        {(value !== undefined || typed !== undefined) && (
          <ResetButton
            label="Extra parameters"
            onReset={() => {
              setExtraText(chatKey, null);
              onChange(undefined);
            }}
          />
        )}
      </div>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        placeholder={example}
        aria-invalid={mistake !== null}
        aria-describedby={`${id}-help`}
        className="field max-h-64 min-h-[62px] resize-none font-mono text-sm [field-sizing:content]"
      />
      <p id={`${id}-help`} className={`text-sm ${mistake === null ? 'text-muted' : 'text-bad'}`}>
        {mistake ?? 'A JSON object, merged into the request.'}
      </p>
    </div>
  );
}

/** What is wrong with a text of extra parameters; `null` where nothing is, or nothing was typed. */
export function extraMistake(typed: string | undefined): string | null {
  return typed === undefined ? null : mistakeOf(typed, readJsonObject(typed));
}

function mistakeOf(text: string, reading: JsonReading): string | null {
  if (!reading.ok) {
    const { message, line, column } = reading.mistake;
    return `Line ${line}, column ${column}: ${message}`;
  }
  return text.length > limits.extraParametersCharacters ? 'Too long to send' : null;
}
