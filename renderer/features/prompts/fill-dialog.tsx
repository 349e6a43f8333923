import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Prompt } from '../../../shared/prompts';
import { fillTemplate, mistakeOfValue, parseTemplate, type Variable } from '../../../shared/template';
import { isComposing } from '../../commands/keys';
import { noteUse } from '../../parts/prompts/prompt-actions';
import { closePromptDialog } from '../../state/ui/prompt-dialog-state';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { VariableField } from './variable-field';

interface FillDialogProps {
  prompt: Prompt;
  onDone: (text: string) => void;
}

type Values = Readonly<Record<string, string>>;

/** Asks for the values of a prompt's variables, and shows the resulting text. */
export function FillDialog({ prompt, onDone }: FillDialogProps) {
  const template = useMemo(() => parseTemplate(prompt.text), [prompt.text]);
  const [values, setValues] = useState<Values>(() => firstValues(template.variables, prompt.lastValues));
  const [isTried, setTried] = useState(false);
  const shown = useDeferredValue(values);
  const preview = useMemo(() => fillTemplate(template, shown), [template, shown]);
  const mistakes = template.variables.map((variable) =>
    mistakeOfValue(variable, values[variable.name] ?? ''),
  );
  const submit = () => {
    setTried(true);
    const wrong = template.variables[mistakes.findIndex((mistake) => mistake !== null)];
    if (wrong !== undefined) return document.getElementById(fieldId(wrong))?.focus();
    // Closed first: behind an open dialog no field can take text.
    flushSync(closePromptDialog);
    onDone(fillTemplate(template, values));
    void noteUse(prompt, values);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Dialog title={prompt.name} onClose={closePromptDialog} size="form">
      <form
        noValidate
        className="flex min-h-0 flex-col gap-3"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-1">
          {template.variables.map((variable, index) => (
            <VariableField
              key={variable.name}
              id={fieldId(variable)}
              variable={variable}
              value={values[variable.name] ?? ''}
              mistake={isTried ? (mistakes[index] ?? null) : null}
              autoFocus={index === 0}
              onChange={(value) => setValues((before) => ({ ...before, [variable.name]: value }))}
            />
          ))}
        </div>
        <section aria-label="Preview" className="flex min-h-24 flex-col gap-1">
          <h3 className="text-muted">Preview</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
          <p tabIndex={0} className="field max-h-48 overflow-y-auto whitespace-pre-wrap break-words bg-panel">
            {preview}
          </p>
        </section>
        <div className="flex justify-end gap-2">
          <Button onClick={closePromptDialog}>Cancel</Button>
          <Button type="submit" tone="primary">
            Insert
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const fieldId = ({ name }: Variable) => `variable-${encodeURIComponent(name)}`;

/** The last values where they are still valid; otherwise the default. */
function firstValues(variables: readonly Variable[], last: Values): Values {
  return Object.fromEntries(
    variables.map((variable) => {
      const { name, fallback, options } = variable;
      const kept = Object.hasOwn(last, name) ? (last[name] ?? '') : '';
      const usable = mistakeOfValue(variable, kept) === null ? kept : null;
      return [name, usable ?? fallback ?? options[0] ?? ''];
    }),
  );
}
