import { useId } from 'react';
import {
  type AutomaticAnswer,
  exampleTools,
  type Tool,
  type ToolMock,
  toolNamePattern,
} from '../../../shared/run/tools';
import { TextField } from '../../ui/fields';
import { SwitchRow } from '../../ui/switch-row';
import { readSchema, SchemaField } from '../schema/schema-field';
import { Mocks, Rules } from './answers-form';
import { SaveTool } from './save-tool';

interface ToolFormProps {
  tool: TypedTool;
  /** As it would be sent; `null` while it is incomplete. */
  read: Tool | null;
  /** Another tool has its name. */
  isTwice: boolean;
  onChange: (change: Partial<TypedTool>) => void;
}

/** One tool: what it is called, what it takes, and its default result. */
export function ToolForm({ tool, read, isTwice, onChange }: ToolFormProps) {
  const { name, description, schema, strict = false, answer, mocks, automatic } = tool;
  const isNamed = toolNamePattern.test(name) && !isTwice;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto px-1 max-[700px]:flex-none max-[700px]:overflow-visible">
      <SaveTool tool={read} />
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

/** A tool as it is typed: its schema may be no JSON yet. */
export interface TypedTool {
  readonly key: number;
  readonly name: string;
  readonly description: string;
  readonly schema: string;
  readonly strict: boolean | undefined;
  readonly answer: string;
  readonly mocks: readonly ToolMock[];
  readonly automatic: readonly AutomaticAnswer[];
}

let keys = 0;
export const typed = (tool: Tool): TypedTool => {
  const { name, description = '', parameters, strict, answer = '', mocks = [], automatic = [] } = tool;
  keys += 1;
  const schema = JSON.stringify(parameters, null, 2);
  return { key: keys, name, description, schema, strict, answer, mocks, automatic };
};

export const newTool = (): TypedTool =>
  typed({ name: '', parameters: exampleTools.tools[0]?.parameters ?? {}, description: '' });

/** `null` where its name or its schema can't be sent. */
export function readTyped(tool: TypedTool): Tool | null {
  const { name, description, schema, strict, answer, mocks, automatic } = tool;
  const { schema: parameters, mistakes } = readSchema(schema);
  if (parameters === null || mistakes.length > 0 || !toolNamePattern.test(name)) return null;
  return {
    name,
    ...(description.trim() !== '' && { description }),
    parameters,
    ...(strict !== undefined && { strict }),
    ...(answer !== '' && { answer }),
    ...(mocks.length > 0 && { mocks: mocks.filter((mock) => mock.name !== '') }),
    ...(automatic.length > 0 && { automatic }),
  };
}
