import { useDeferredValue, useId, useMemo } from 'react';
import { parseTemplate, type Template, type Variable } from '../../../shared/lab/template';
import { promptLimits } from '../../../shared/run/prompts';
import type { TypedPrompt } from '../../parts/prompts/prompt-actions';
import { TextField } from '../../ui/fields';

interface PromptFieldsProps {
  value: TypedPrompt;
  onChange: (value: TypedPrompt) => void;
  /** The name field gets the focus first. */
  focusesName?: boolean;
}

/** Name, tags and text of a prompt, with the variables in it. */
export function PromptFields({ value, onChange, focusesName = false }: PromptFieldsProps) {
  const id = useId();
  const text = useDeferredValue(value.text);
  const template = useMemo(() => parseTemplate(text), [text]);
  const set = (change: Partial<TypedPrompt>) => onChange({ ...value, ...change });
  return (
    <div className="flex min-h-fit flex-1 flex-col gap-3">
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <TextField
          label="Name"
          autoFocus={focusesName}
          data-focus="prompt-name"
          maxLength={promptLimits.nameCharacters}
          value={value.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label="Tags"
          placeholder="mail, daily"
          value={value.tags}
          onChange={({ target }) => set({ tags: target.value })}
        />
      </div>
      <div className="flex min-h-32 flex-1 flex-col">
        <label htmlFor={id} className="mb-1 block text-muted">
          Prompt text
        </label>
        <textarea
          id={id}
          value={value.text}
          maxLength={promptLimits.textCharacters}
          placeholder="Write a {{tone:select:formal|casual}} mail about {{topic}}"
          aria-invalid={template.mistakes.length > 0}
          aria-describedby={`${id}-found`}
          onChange={({ target }) => set({ text: target.value })}
          className="field min-h-32 flex-1 resize-none font-mono"
        />
      </div>
      <div id={`${id}-found`} className="flex flex-none flex-col gap-1">
        <Mistakes template={template} />
        <Found variables={template.variables} />
      </div>
      <VariableHelp />
    </div>
  );
}

const mistakesShown = 5;

function Mistakes({ template: { mistakes } }: { template: Template }) {
  if (mistakes.length === 0) return null;
  return (
    <ul aria-label="Errors" className="text-bad">
      {mistakes.slice(0, mistakesShown).map(({ at, line, column, message }) => (
        <li key={at}>
          Line {line}, column {column}: {message}
        </li>
      ))}
      {mistakes.length > mistakesShown && <li>and {mistakes.length - mistakesShown} more</li>}
    </ul>
  );
}

function Found({ variables }: { variables: readonly Variable[] }) {
  if (variables.length === 0) return <p className="text-muted">No variables</p>;
  return (
    <ul aria-label="Variables" className="flex flex-wrap gap-1">
      {variables.map((variable) => (
        <li key={variable.name} className="rounded-control bg-hover px-2 py-0.5">
          {variable.name} <span className="text-muted text-sm">{describe(variable)}</span>
        </li>
      ))}
    </ul>
  );
}

function describe({ type, options, fallback }: Variable): string {
  const kind = type === 'select' ? options.join(', ') : type === 'long' ? 'long text' : type;
  return fallback === null ? kind : `${kind} · default ${fallback}`;
}

const forms = [
  ['{{topic}}', 'a line of text'],
  ['{{topic=bees}}', 'with a default'],
  ['{{text:long}}', 'a text of several lines'],
  ['{{count:number=3}}', 'a number'],
  ['{{tone:select:formal|casual=casual}}', 'one of several'],
  ['\\{{', 'two literal braces'],
] as const;

function VariableHelp() {
  return (
    <details className="flex-none text-muted">
      <summary className="w-fit rounded-control hover:text-text">Variable syntax</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
        {forms.map(([form, meaning]) => (
          <div key={form} className="col-span-2 grid grid-cols-subgrid">
            <dt className="select-text font-mono text-text">{form}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
