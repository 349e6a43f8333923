import { useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { fillTemplate, mistakeOfValue, parseTemplate, type Variable } from '../../../shared/lab/template';
import type { Prompt } from '../../../shared/run/prompts';
import { submitByKey } from '../../lib/submit-key';
import { noteUse } from '../../parts/prompts/prompt-actions';
import { closePromptDialog } from '../../state/ui/dialogs';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

interface FillDialogProps {
  prompt: Prompt;
  onDone: (text: string) => void;
}

type Values = Readonly<Record<string, string>>;

/** Asks for the values of a prompt's variables, and shows the resulting text. */
export function FillDialog({ prompt, onDone }: FillDialogProps) {
  const { variables, values, setValue, mistakes, preview, submit } = useFilling(prompt, onDone);
  return (
    <Dialog title={prompt.name} onClose={closePromptDialog} size="form">
      <form
        noValidate
        className="flex min-h-0 flex-col gap-3"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-1">
          {variables.map((variable, index) => (
            <VariableField
              key={variable.name}
              id={fieldId(variable)}
              variable={variable}
              value={values[variable.name] ?? ''}
              mistake={mistakes[index] ?? null}
              autoFocus={index === 0}
              onChange={(value) => setValue(variable.name, value)}
            />
          ))}
          <Preview text={preview} />
        </div>
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

/** The values, the text they make, and what is wrong with them once it was tried to insert it. */
function useFilling(prompt: Prompt, onDone: (text: string) => void) {
  const template = useMemo(() => parseTemplate(prompt.text), [prompt.text]);
  const { variables } = template;
  const [values, setValues] = useState<Values>(() => firstValues(variables, prompt.lastValues));
  const [isTried, setTried] = useState(false);
  const shown = useDeferredValue(values);
  const preview = useMemo(() => fillTemplate(template, shown), [template, shown]);
  const mistakes = variables.map((variable) => mistakeOfValue(variable, values[variable.name] ?? ''));
  const submit = () => {
    setTried(true);
    const wrong = variables[mistakes.findIndex((mistake) => mistake !== null)];
    if (wrong !== undefined) return document.getElementById(fieldId(wrong))?.focus();
    // Closed first: behind an open dialog no field can take text.
    flushSync(closePromptDialog);
    onDone(fillTemplate(template, values));
    void noteUse(prompt, values);
  };
  const setValue = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return { variables, values, setValue, mistakes: isTried ? mistakes : [], preview, submit };
}

function Preview({ text }: { text: string }) {
  return (
    <section aria-label="Preview" className="flex min-h-24 flex-col gap-1">
      <h3 className="text-muted">Preview</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <p tabIndex={0} className="field max-h-48 overflow-y-auto whitespace-pre-wrap break-words bg-panel">
        {text}
      </p>
    </section>
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

interface VariableFieldProps {
  id: string;
  variable: Variable;
  value: string;
  mistake: string | null;
  autoFocus: boolean;
  onChange: (value: string) => void;
}

/** A field for one variable, by its type. */
function VariableField({ id, variable, value, mistake, autoFocus, onChange }: VariableFieldProps) {
  const { name, type, options } = variable;
  const field = {
    id,
    value,
    className: 'field',
    'aria-invalid': mistake !== null,
    'aria-describedby': mistake === null ? undefined : `${id}-mistake`,
    autoFocus,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        {name}
      </label>
      {type === 'select' && (
        <select {...field}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {type === 'long' && <textarea {...field} rows={4} />}
      {type === 'number' && <input {...field} inputMode="decimal" />}
      {type === 'text' && <input {...field} />}
      {mistake !== null && (
        <p id={`${id}-mistake`} role="alert" className="mt-1 text-bad text-sm">
          {mistake}
        </p>
      )}
    </div>
  );
}
