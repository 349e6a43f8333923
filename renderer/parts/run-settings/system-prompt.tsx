import { useId, useRef, useState } from 'react';
import { limits } from '../../../shared/limits';
import { ResetButton } from '../../ui/reset-button';
import { useFieldHistory } from '../composer/use-field-history';

interface SystemPromptProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function SystemPrompt({ value, onChange }: SystemPromptProps) {
  const id = useId();
  const [tooLong, setTooLong] = useState<string | null>(null);
  const type = (text: string) => {
    const over = text.length > limits.systemPromptCharacters;
    setTooLong(over ? text : null);
    if (!over) onChange(text === '' ? undefined : text);
  };
  const input = useRef<HTMLTextAreaElement>(null);
  const shown = tooLong ?? value ?? '';
  useFieldHistory(input, shown);
  return (
    <div>
      <div className="flex h-7 items-center">
        <label htmlFor={id} className="flex-1 text-muted">
          System prompt
        </label>
        {value !== undefined && <ResetButton label="System prompt" onReset={() => type('')} />}
      </div>
      <textarea
        ref={input}
        id={id}
        rows={3}
        value={shown}
        onChange={(event) => type(event.target.value)}
        placeholder="You are a precise, friendly engineer."
        aria-invalid={tooLong !== null}
        aria-describedby={`${id}-help`}
        className="field max-h-64 min-h-[62px] resize-none [field-sizing:content]"
      />
      <p id={`${id}-help`} className={`text-sm ${tooLong === null ? 'text-muted' : 'text-bad'}`}>
        {tooLong === null
          ? 'Instructions sent before the conversation.'
          : `Longer than ${limits.systemPromptCharacters.toLocaleString('en')} characters: shorten it to save it`}
      </p>
    </div>
  );
}
