/** The fields of a schema as a form, in step with its JSON: every change here is one there, and the other way round. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { JsonSchema } from '../../../shared/run/response-format';
import { AddRowButton } from '../../ui/add-row-button';
import { IconButton } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { FieldTypeSelect, FieldValues } from './schema-form-fields';
import {
  isFields,
  keptKeywords,
  renamed,
  rowsOf,
  type SchemaRow,
  typeOf,
  withField,
  withFieldSchema,
  withKeyword,
  withoutField,
  withRequired,
} from './schema-rows';

interface SchemaFormProps {
  schema: JsonSchema;
  /** What the fields are inside, such as `address`; nothing for those of the whole. */
  within?: string;
  /** Keywords of the schema itself that are shown beside its fields. */
  shown?: readonly string[];
  onChange: (schema: JsonSchema) => void;
}

export function SchemaForm({ schema, within = '', shown = [], onChange }: SchemaFormProps) {
  const rows = rowsOf(schema);
  const where = within === '' ? '' : ` in ${within}`;
  if (rows === null) return <p className="text-muted text-sm">Edit these fields in the JSON.</p>;
  return (
    <div className="flex flex-col gap-2">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field that is renamed stays the same row.
        <FieldRow key={at} row={row} within={within} schema={schema} onChange={onChange} />
      ))}
      <AddRowButton className="self-start" onAdd={() => onChange(withField(schema))}>
        Add field{where}
      </AddRowButton>
      <Kept schema={schema} shown={['properties', 'required', ...shown]} />
    </div>
  );
}

function FieldRow({ row, schema, within = '', onChange }: SchemaFormProps & { row: SchemaRow }) {
  const { name, schema: inner, isRequired } = row;
  const place = within === '' ? name : `${within} › ${name}`;
  const change = (next: JsonSchema) => onChange(withFieldSchema(schema, name, next));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 rounded-card border border-line p-2">
      <legend className="break-all px-1 font-mono text-muted text-sm">{place}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <FieldName
          name={name}
          taken={Object.keys(isFields(schema.properties) ? schema.properties : {})}
          onRename={(to) => onChange(renamed(schema, name, to))}
        />
        {isFields(inner) && (
          <FieldTypeSelect
            label="Field type"
            schema={inner}
            onChange={(type) => change(withKeyword(inner, 'type', type))}
          />
        )}
        <label className="flex h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={isRequired}
            onChange={({ target }) => onChange(withRequired(schema, name, target.checked))}
          />
          Required
        </label>
        <IconButton
          icon={Trash2}
          label={`Remove field ${place}`}
          onClick={() => onChange(withoutField(schema, name))}
        />
      </div>
      {isFields(inner) ? (
        <FieldDetails schema={inner} within={place} onChange={change} />
      ) : (
        <p className="text-muted text-sm">{inner === false ? 'Takes no value' : 'Takes any value'}</p>
      )}
    </fieldset>
  );
}

interface FieldNameProps {
  name: string;
  taken: readonly string[];
  onRename: (to: string) => void;
}

/** A name that is empty or another field's is not taken over, since one field would replace the other, nor saved. */
function FieldName({ name, taken, onRename }: FieldNameProps) {
  const [held, setHeld] = useState<{ readonly of: string; readonly text: string } | null>(null);
  const text = held?.of === name ? held.text : name;
  const problem = text === name ? '' : text === '' ? 'Enter a name' : 'Another field has this name';
  const type = (next: string) => {
    const isFree = next === name || (next !== '' && !taken.includes(next));
    setHeld(isFree ? null : { of: name, text: next });
    if (isFree && next !== name) onRename(next);
  };
  return (
    <TextField
      ref={(field) => field?.setCustomValidity(problem)}
      className="min-w-32 flex-1"
      label="Field name"
      spellCheck={false}
      value={text}
      aria-invalid={problem !== ''}
      {...(problem !== '' && { help: problem })}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function FieldDetails({ schema, within, onChange }: SchemaFormProps & { within: string }) {
  const { description, items } = schema;
  const type = typeOf(schema);
  return (
    <>
      {(description === undefined || typeof description === 'string') && (
        <TextField
          label="Field description"
          value={description ?? ''}
          onChange={({ target }) =>
            onChange(withKeyword(schema, 'description', target.value === '' ? undefined : target.value))
          }
        />
      )}
      {type !== 'object' && type !== 'array' && <FieldValues schema={schema} onChange={onChange} />}
      {type === 'object' && (
        <SchemaForm schema={schema} within={within} shown={['description']} onChange={onChange} />
      )}
      {type === 'array' && (items === undefined || isFields(items)) && (
        <Items
          schema={items ?? {}}
          within={`${within} items`}
          onChange={(next) => onChange(withKeyword(schema, 'items', next))}
        />
      )}
      {type !== 'object' && (
        <Kept
          schema={schema}
          shown={['description', type === 'array' && isFields(items) ? 'items' : 'enum']}
        />
      )}
    </>
  );
}

function Items({ schema, within, onChange }: SchemaFormProps & { within: string }) {
  return (
    <>
      <div className="self-start">
        <FieldTypeSelect
          label="Item type"
          schema={schema}
          onChange={(type) => onChange(withKeyword(schema, 'type', type))}
        />
      </div>
      {typeOf(schema) === 'object' ? (
        <SchemaForm schema={schema} within={within} onChange={onChange} />
      ) : (
        <Kept schema={schema} />
      )}
    </>
  );
}

function Kept({ schema, shown = [] }: Pick<SchemaFormProps, 'schema' | 'shown'>) {
  const kept = keptKeywords(schema, shown);
  return kept.length === 0 ? null : (
    <p className="break-words text-muted text-sm">In the JSON: {kept.join(', ')}</p>
  );
}
