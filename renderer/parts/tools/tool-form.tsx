import { useId } from 'react';
import { toolNamePattern } from '../../../shared/run/tools';
import { SwitchRow } from '../../ui/switch-row';
import { TextField } from '../../ui/text-field';
import { SchemaField } from '../schema/schema-field';
import { Mocks, Rules } from './answers-form';
import type { TypedTool } from './typed-tool';

interface ToolFormProps {
  tool: TypedTool;
  /** Another tool has its name. */
  isTwice: boolean;
  onChange: (change: Partial<TypedTool>) => void;
}

/** One tool: what it is called, what it takes, and its default result. */
export function ToolForm({ tool, isTwice, onChange }: ToolFormProps) {
  const { name, description, schema, strict = false, answer, mocks, automatic } = tool;
  const isNamed = toolNamePattern.test(name) && !isTwice;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto px-1 max-[700px]:flex-none max-[700px]:overflow-visible">
      <TextField
        label="Name"
        value={name}
        maxLength={128}
        spellCheck={false}
        aria-invalid={!isNamed}
        help={isTwice ? 'Another tool has this name' : 'Letters, digits, _ and -'}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Area
        label="Description"
        help="When and how to use it: the model reads this."
        rows={2}
        value={description}
        onChange={(text) => onChange({ description: text })}
      />
      <SwitchRow
        label="Strict"
        help="The arguments must follow the schema exactly."
        on={strict}
        onChange={(on) => onChange({ strict: on })}
      />
      <SchemaField
        label="Parameters (JSON Schema)"
        hint="The arguments of a call follow this schema."
        exampleOf="arguments"
        isStrict={strict}
        text={schema}
        onType={(text) => onChange({ schema: text })}
      />
      <Area
        label="Default result"
        help="Fills in the result of a call; {{city}} is the argument of that name. Not sent with the definition."
        isCode
        rows={3}
        value={answer}
        onChange={(text) => onChange({ answer: text })}
      />
      <Mocks value={mocks} onChange={(next) => onChange({ mocks: next })} />
      <Rules value={automatic} onChange={(next) => onChange({ automatic: next })} />
    </div>
  );
}

interface AreaProps {
  label: string;
  help: string;
  value: string;
  rows: number;
  isCode?: boolean;
  onChange: (text: string) => void;
}

function Area({ label, help, value, rows, isCode = false, onChange }: AreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        spellCheck={!isCode}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        className={`field mt-1 w-full resize-y ${isCode ? 'font-mono text-sm' : ''}`}
      />
      <p id={`${id}-help`} className="text-muted text-sm">
        {help}
      </p>
    </div>
  );
}
