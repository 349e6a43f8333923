/** The type of a field, and the values that it may have. */
import { useId, useState } from 'react';
import type { JsonSchema } from '../../../shared/run/response-format';
import { type FieldType, fieldTypes, typeOf, valueLines, withValueLines } from './schema-rows';

interface FieldTypeProps {
  label: string;
  schema: JsonSchema;
  /** `undefined` for any. */
  onChange: (type: FieldType | undefined) => void;
}

/** Several types, and what has other words, stay as they are written until another is chosen. */
export function FieldTypeSelect({ label, schema, onChange }: FieldTypeProps) {
  const id = useId();
  const { type } = schema;
  const known = typeOf(schema);
  const written = Array.isArray(type) ? type.join(' or ') : String(type);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={known ?? (type === undefined ? 'any' : 'written')}
        onChange={({ target }) => onChange(fieldTypes.find((one) => one === target.value))}
      >
        {fieldTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        <option value="any">any</option>
        {known === null && type !== undefined && (
          <option value="written" disabled>
            {written}
          </option>
        )}
      </select>
    </div>
  );
}

interface FieldValuesProps {
  schema: JsonSchema;
  onChange: (schema: JsonSchema) => void;
}

/** The text is kept as it is typed for as long as it means the values that the schema has. */
export function FieldValues({ schema, onChange }: FieldValuesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const lines = valueLines(schema);
  if (lines === null) return null;
  const meant = withValueLines(schema, typed);
  const isStill = JSON.stringify(meant.enum) === JSON.stringify(schema.enum);
  const text = isStill ? typed : lines;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Allowed values
      </label>
      <textarea
        id={id}
        rows={Math.min(6, Math.max(1, text.split('\n').length))}
        spellCheck={false}
        value={text}
        placeholder="Any; one a line"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(withValueLines(schema, target.value));
        }}
        className="field w-full resize-y font-mono text-sm"
      />
    </div>
  );
}
