import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { isSecretRow, nextRow, type QueryRow } from './connection-draft';

interface QueryRowsProps {
  query: readonly QueryRow[];
  onChange: (query: readonly QueryRow[]) => void;
}

/** Parameters added to the address of each request, such as `api-version`. */
export function QueryRows({ query, onChange }: QueryRowsProps) {
  const id = useId();
  const change = (row: number, part: Partial<QueryRow>) =>
    onChange(query.map((one) => (one.row === row ? { ...one, ...part } : one)));
  const add = () =>
    onChange([...query, { row: nextRow(query), name: '', value: '', isSecret: null, isStored: false }]);
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Query parameters</legend>
      <p id={id} className="text-muted text-sm">
        Added to the address of each request. Secret values are stored with the key.
      </p>
      {query.map((parameter, index) => (
        <Row
          key={parameter.row}
          parameter={parameter}
          number={index + 1}
          onChange={(part) => change(parameter.row, part)}
          onRemove={() => onChange(query.filter((one) => one.row !== parameter.row))}
        />
      ))}
      <div>
        <Button onClick={add}>
          <Plus className="icon" aria-hidden />
          Add parameter
        </Button>
      </div>
    </fieldset>
  );
}

interface RowProps {
  parameter: QueryRow;
  number: number;
  onChange: (part: Partial<QueryRow>) => void;
  onRemove: () => void;
}

function Row({ parameter, number, onChange, onRemove }: RowProps) {
  const { name, value, isStored } = parameter;
  const isSecret = isSecretRow(parameter);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        aria-label={`Name of parameter ${number}`}
        className="field min-w-40 flex-1 font-mono text-sm"
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
        placeholder="api-version"
        spellCheck={false}
      />
      <input
        aria-label={`Value of parameter ${number}`}
        type={isSecret ? 'password' : 'text'}
        className="field min-w-40 flex-1 font-mono text-sm"
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
        placeholder={isSecret && isStored ? 'Stored; type to replace it' : 'Value'}
        autoComplete="off"
        spellCheck={false}
      />
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          checked={isSecret}
          // A value that was stored as a secret is not shown again.
          onChange={(event) => onChange({ isSecret: event.target.checked, isStored: false })}
        />
        Secret
      </label>
      <IconButton icon={X} label={`Remove parameter ${number}`} onClick={onRemove} />
    </div>
  );
}
