import { type KeyboardEvent, useId, useRef } from 'react';
import { commandAt } from '../../commands/shortcuts';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { type ColumnView, type CompareView, columnLetter, useCompareDraft } from '../../state/ui/compares';
import { sendRound, setPrompt } from './compare-actions';
import { textLabel } from './labels';

interface ColumnPromptProps {
  view: CompareView;
  column: ColumnView;
  index: number;
}

/** The prompt of this column alone. */
export function ColumnPrompt({ view, column, index }: ColumnPromptProps) {
  const id = useId();
  const typed = useCompareDraft(view.key).prompts[column.id] ?? '';
  const input = useRef<HTMLTextAreaElement>(null);
  useFieldHistory(input, typed);
  const label = `${textLabel(view.modality)} ${columnLetter(index)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (commandAt(event.nativeEvent, 'composer')?.id !== 'composer.sendAlways') return;
    event.preventDefault();
    if (!event.nativeEvent.repeat) void sendRound(view.key, view.modality);
  };
  return (
    <div className="flex-none px-3 pb-2">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <textarea
        ref={input}
        id={id}
        rows={2}
        value={typed}
        onChange={(event) => setPrompt(view.key, column.id, event.target.value)}
        onKeyDown={onKeyDown}
        className="field max-h-40 min-h-[52px] resize-none [field-sizing:content]"
      />
    </div>
  );
}
