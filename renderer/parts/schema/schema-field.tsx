/** The text of a JSON Schema with what is wrong with it, what strict asks for, and a way to make one from an example. */
import { useId, useMemo, useState } from 'react';
import { type JsonSchema, jsonBounds } from '../../../shared/run/response-format';
import { readJsonObject } from '../../lib/json-place';
import { Button } from '../../ui/button';
import { SchemaForm } from './schema-form';
import { schemaOfExample } from './schema-of-example';
import { madeStrict, schemaProblems, strictProblems } from './schema-problems';

export const writtenSchema = (value: unknown) => JSON.stringify(value, null, 2);

/** @returns the schema, where it is an object at least, and why it can't be used. */
export function readSchema(text: string): {
  readonly schema: JsonSchema | null;
  readonly mistakes: readonly string[];
} {
  const reading = readJsonObject(text);
  if (!reading.ok) {
    const { line, column, message } = reading.mistake;
    return { schema: null, mistakes: [`Line ${line}, column ${column}: ${message}`] };
  }
  // With its name and what surrounds it in the request.
  const isLong = JSON.stringify(reading.value).length > jsonBounds.maxCharacters - 1_000;
  return { schema: reading.value, mistakes: isLong ? ['Too long to send'] : schemaProblems(reading.value) };
}

interface SchemaFieldProps {
  label: string;
  /** Below it, where nothing is wrong. */
  hint: string;
  /** What an example is one of, such as `reply`. */
  exampleOf: string;
  isStrict: boolean;
  text: string;
  onType: (text: string) => void;
}

export function SchemaField({ label, hint, exampleOf, isStrict, text, onType }: SchemaFieldProps) {
  const id = useId();
  const [hasExample, setHasExample] = useState(false);
  const [hasForm, setHasForm] = useState(false);
  const { schema, mistakes } = useMemo(() => readSchema(text), [text]);
  const unmet = useMemo(
    () => (isStrict && schema !== null ? strictProblems(schema) : []),
    [isStrict, schema],
  );
  const isWrong = mistakes.length > 0;
  const problems = [...mistakes, ...unmet];
  return (
    <div className={`flex flex-col ${hasForm || hasExample ? 'flex-none' : 'min-h-60 flex-1'}`}>
      <label htmlFor={id} className="mb-1 text-muted">
        {label}
      </label>
      <textarea
        id={id}
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
        className="field min-h-32 flex-1 resize-none font-mono text-sm"
      />
      <div id={`${id}-help`} className={`mt-1 text-sm ${isWrong ? 'text-bad' : 'text-muted'}`}>
        {problems.length === 0 && hint}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        {unmet.length > 0 && schema !== null && (
          <Button onClick={() => onType(writtenSchema(madeStrict(schema)))}>Make it strict</Button>
        )}
        <Button aria-expanded={hasForm} onClick={() => setHasForm(!hasForm)}>
          Fields…
        </Button>
        <Button aria-expanded={hasExample} onClick={() => setHasExample(!hasExample)}>
          From example…
        </Button>
      </div>
      {hasForm && (
        <section aria-label={`Fields of the ${exampleOf}`} className="mt-2 flex-none">
          {schema === null ? (
            <p className="text-muted text-sm">Correct the JSON above to see its fields.</p>
          ) : (
            <SchemaForm schema={schema} onChange={(next) => onType(writtenSchema(next))} />
          )}
        </section>
      )}
      {hasExample && (
        <Example
          what={exampleOf}
          onTake={(example) => {
            onType(writtenSchema(schemaOfExample(example)));
            setHasExample(false);
          }}
        />
      )}
    </div>
  );
}

interface ExampleProps {
  what: string;
  onTake: (example: unknown) => void;
}

function Example({ what, onTake }: ExampleProps) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = readJsonObject(text);
  const isEmpty = text.trim() === '';
  return (
    <div className="flex-none">
      <label htmlFor={id} className="mb-1 block text-muted">
        Example {what}
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
