/** The editor of a schema that a reply must follow: its text with checks, from an example, and what strict asks for. */
import { useId, useMemo, useState } from 'react';
import {
  jsonBounds,
  type ResponseFormat,
  type SchemaFormat,
  schemaNamePattern,
} from '../../../shared/run/response-format';
import { readJsonObject } from '../../lib/json-place';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/form-dialog';
import { SwitchRow } from '../../ui/switch-row';
import { TextField } from '../../ui/text-field';
import { madeStrict, schemaOfExample, schemaProblems, strictProblems } from './schema-problems';

interface SchemaEditorProps {
  value: ResponseFormat;
  onSave: (value: ResponseFormat) => void;
  onClose: () => void;
}

const written = (value: unknown) => JSON.stringify(value, null, 2);

export default function SchemaEditor({ value, onSave, onClose }: SchemaEditorProps) {
  const format = value as SchemaFormat;
  const [name, setName] = useState(format.name);
  const [strict, setStrict] = useState(format.strict ?? false);
  const [text, setText] = useState(() => written(format.schema));
  const [hasExample, setHasExample] = useState(false);
  const { schema, mistakes } = useMemo(() => readSchema(text), [text]);
  const unmet = useMemo(() => (strict && schema !== null ? strictProblems(schema) : []), [strict, schema]);
  const isNamed = schemaNamePattern.test(name);
  const canSave = schema !== null && isNamed && mistakes.length === 0;
  return (
    <FormDialog
      title="Response schema"
      size="text"
      canSave={canSave}
      besides={
        <Button aria-expanded={hasExample} onClick={() => setHasExample(!hasExample)}>
          From example…
        </Button>
      }
      onSave={() => schema !== null && onSave({ ...format, name, schema, strict })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={64}
        aria-invalid={!isNamed}
        help="Letters, digits, _ and -"
        onChange={(event) => setName(event.target.value)}
      />
      <SwitchRow
        label="Strict"
        help="The reply follows the schema exactly. Every object lists all its fields as required and takes no others."
        on={strict}
        onChange={setStrict}
      />
      <SchemaText
        text={text}
        problems={[...mistakes, ...unmet]}
        isWrong={mistakes.length > 0}
        onType={setText}
      />
      {unmet.length > 0 && schema !== null && (
        <Button className="self-start" onClick={() => setText(written(madeStrict(schema)))}>
          Make it strict
        </Button>
      )}
      {hasExample && (
        <Example
          onTake={(example) => {
            setText(written(schemaOfExample(example)));
            setHasExample(false);
          }}
        />
      )}
    </FormDialog>
  );
}

/** @returns the schema, where it is an object at least, and why it can't be used. */
function readSchema(text: string) {
  const reading = readJsonObject(text);
  if (!reading.ok) {
    const { line, column, message } = reading.mistake;
    return { schema: null, mistakes: [`Line ${line}, column ${column}: ${message}`] };
  }
  // With its name and what surrounds it in the request.
  const isLong = JSON.stringify(reading.value).length > jsonBounds.maxCharacters - 1_000;
  return { schema: reading.value, mistakes: isLong ? ['Too long to send'] : schemaProblems(reading.value) };
}

interface SchemaTextProps {
  text: string;
  problems: readonly string[];
  isWrong: boolean;
  onType: (text: string) => void;
}

function SchemaText({ text, problems, isWrong, onType }: SchemaTextProps) {
  const id = useId();
  return (
    <div className="flex min-h-40 flex-1 flex-col">
      <label htmlFor={id} className="mb-1 text-muted">
        JSON Schema
      </label>
      <textarea
        id={id}
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
        className="field min-h-0 flex-1 resize-none font-mono text-sm"
      />
      <div id={`${id}-help`} className={`mt-1 text-sm ${isWrong ? 'text-bad' : 'text-muted'}`}>
        {problems.length === 0 && 'The reply is JSON that follows this schema.'}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  );
}

function Example({ onTake }: { onTake: (example: unknown) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = readJsonObject(text);
  const isEmpty = text.trim() === '';
  return (
    <div className="flex-none">
      <label htmlFor={id} className="mb-1 block text-muted">
        Example reply
      </label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={text}
        placeholder={'{ "city": "Lisbon", "size": 545796 }'}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={!reading.ok}
        aria-describedby={`${id}-help`}
        className="field resize-none font-mono text-sm"
      />
      <p id={`${id}-help`} className={`text-sm ${reading.ok ? 'text-muted' : 'text-bad'}`}>
        {reading.ok
          ? 'Each field becomes a required field of its type. This replaces the schema above.'
          : `Line ${reading.mistake.line}, column ${reading.mistake.column}: ${reading.mistake.message}`}
      </p>
      <Button
        className="mt-1"
        aria-disabled={isEmpty || !reading.ok}
        onClick={() => reading.ok && !isEmpty && onTake(reading.value)}
      >
        Make schema
      </Button>
    </div>
  );
}
