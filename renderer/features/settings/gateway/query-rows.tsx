import { Plus, X } from 'lucide-react';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { nextRow, type QueryRow } from './connection-draft';

interface QueryRowsProps {
  query: readonly QueryRow[];
  onChange: (query: readonly QueryRow[]) => void;
}

/** Parameters added to the address of each request, such as `api-version`. */
export function QueryRows({ query, onChange }: QueryRowsProps) {
  const change = (row: number, part: Partial<QueryRow>) =>
    onChange(query.map((one) => (one.row === row ? { ...one, ...part } : one)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Query parameters</legend>
      {query.map(({ row, name, value }, index) => (
        <div key={row} className="flex items-center gap-2">
          <input
            aria-label={`Name of parameter ${index + 1}`}
            className="field min-w-0 flex-1 font-mono text-sm"
            value={name}
            onChange={(event) => change(row, { name: event.target.value })}
            placeholder="api-version"
            spellCheck={false}
          />
          <input
            aria-label={`Value of parameter ${index + 1}`}
            className="field min-w-0 flex-1 font-mono text-sm"
            value={value}
            onChange={(event) => change(row, { value: event.target.value })}
            placeholder="Value"
            spellCheck={false}
          />
          <IconButton
            icon={X}
            label={`Remove parameter ${index + 1}`}
            onClick={() => onChange(query.filter((one) => one.row !== row))}
          />
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...query, { row: nextRow(query), name: '', value: '' }])}>
          <Plus className="icon" aria-hidden />
          Add parameter
        </Button>
      </div>
    </fieldset>
  );
}
