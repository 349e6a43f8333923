/** The editor of a schema that a reply must follow. */
import { useMemo, useState } from 'react';
import {
  type ResponseFormat,
  type SchemaFormat,
  schemaNamePattern,
} from '../../../shared/run/response-format';
import { FormDialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { SwitchRow } from '../../ui/switch-row';
import { readSchema, SchemaField, writtenSchema } from './schema-field';

interface SchemaEditorProps {
  value: ResponseFormat;
  onSave: (value: ResponseFormat) => void;
  onClose: () => void;
}

export default function SchemaEditor({ value, onSave, onClose }: SchemaEditorProps) {
  const format = value as SchemaFormat;
  const [name, setName] = useState(format.name);
  const [strict, setStrict] = useState(format.strict ?? false);
  const [text, setText] = useState(() => writtenSchema(format.schema));
  const { schema, mistakes } = useMemo(() => readSchema(text), [text]);
  const isNamed = schemaNamePattern.test(name);
  const canSave = schema !== null && isNamed && mistakes.length === 0;
  return (
    <FormDialog
      title="Response schema"
      size="text"
      canSave={canSave}
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
      <SchemaField
        label="JSON Schema"
        hint="The reply is JSON that follows this schema."
        exampleOf="reply"
        isStrict={strict}
        text={text}
        onType={setText}
      />
    </FormDialog>
  );
}
