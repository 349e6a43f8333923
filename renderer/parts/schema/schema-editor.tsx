/** The editor of a schema that a reply must follow. */
import { useId, useState } from 'react';
import {
  type ResponseFormat,
  type SchemaFormat,
  schemaNamePattern,
} from '../../../shared/run/response-format';
import { readJsonObject } from '../../lib/json-place';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SwitchRow } from '../../ui/switch-row';
import { TextField } from '../../ui/text-field';

interface SchemaEditorProps {
  value: ResponseFormat;
  onSave: (value: ResponseFormat) => void;
  onClose: () => void;
}

export default function SchemaEditor({ value, onSave, onClose }: SchemaEditorProps) {
  const format = value as SchemaFormat;
  const [name, setName] = useState(format.name);
  const [strict, setStrict] = useState(format.strict ?? false);
  const [text, setText] = useState(() => JSON.stringify(format.schema, null, 2));
  const reading = readJsonObject(text);
  const isNamed = schemaNamePattern.test(name);
  const id = useId();
  const save = () => {
    if (!reading.ok || !isNamed) return;
    onSave({ ...format, name, schema: reading.value, strict });
    onClose();
  };
  return (
    <Dialog title="Response schema" size="text" onClose={onClose}>
      <form
        className="flex min-h-0 flex-1 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
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
          help="The reply must follow the schema exactly."
          on={strict}
          onChange={setStrict}
        />
        <label htmlFor={id} className="text-muted">
          JSON Schema
        </label>
        <textarea
          id={id}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={!reading.ok}
          aria-describedby={`${id}-help`}
          className="field min-h-0 flex-1 resize-none font-mono text-sm"
        />
        <p id={`${id}-help`} className={`text-sm ${reading.ok ? 'text-muted' : 'text-bad'}`}>
          {reading.ok
            ? 'A JSON Schema whose values the reply has.'
            : `Line ${reading.mistake.line}, column ${reading.mistake.column}: ${reading.mistake.message}`}
        </p>
        <div className="flex flex-none justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={!reading.ok || !isNamed}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
