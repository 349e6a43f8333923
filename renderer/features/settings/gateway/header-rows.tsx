import { X } from 'lucide-react';
import { useId } from 'react';
import type { KnownGateway } from '../../../../shared/gateways/gateways';
import { headerProblem } from '../../../../shared/profiles/connection-rules';
import { AddRowButton } from '../../../ui/add-row-button';
import { IconButton } from '../../../ui/button';
import { TextField } from '../../../ui/fields';
import { type HeaderRow, nextRow } from './connection-draft';

interface HeaderRowsProps {
  headers: readonly HeaderRow[];
  onChange: (headers: readonly HeaderRow[]) => void;
}

/** Headers of each request: name, value, and whether the value is a secret. */
export function HeaderRows({ headers, onChange }: HeaderRowsProps) {
  const id = useId();
  const change = (row: number, part: Partial<HeaderRow>) =>
    onChange(headers.map((header) => (header.row === row ? { ...header, ...part } : header)));
  const add = () =>
    onChange([...headers, { row: nextRow(headers), name: '', value: '', isSecret: false, isStored: false }]);
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Headers</legend>
      <p id={id} className="text-muted text-sm">
        Sent with each request to the gateway’s own host. Secret values are stored with the key.
      </p>
      {headers.map((header, index) => (
        <Row
          key={header.row}
          header={header}
          number={index + 1}
          onChange={(part) => change(header.row, part)}
          onRemove={() => onChange(headers.filter(({ row }) => row !== header.row))}
        />
      ))}
      <div>
        <AddRowButton onAdd={add}>Add header</AddRowButton>
      </div>
    </fieldset>
  );
}

interface RowProps {
  header: HeaderRow;
  number: number;
  onChange: (part: Partial<HeaderRow>) => void;
  onRemove: () => void;
}

function Row({ header, number, onChange, onRemove }: RowProps) {
  const id = useId();
  const { name, value, isSecret, isStored } = header;
  const problem = name.trim() === '' ? null : headerProblem(name.trim());
  const valueHelp = isSecret && isStored ? 'Stored; type to replace it' : 'Value';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label={`Name of header ${number}`}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          className="field min-w-40 flex-1 font-mono text-sm"
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
          placeholder="x-header"
          spellCheck={false}
        />
        <input
          aria-label={name.trim() === '' ? `Value of header ${number}` : `Value of ${name.trim()}`}
          type={isSecret ? 'password' : 'text'}
          className="field min-w-40 flex-1 font-mono text-sm"
          value={value}
          onChange={(event) => onChange({ value: event.target.value })}
          placeholder={valueHelp}
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
        <IconButton icon={X} label={`Remove header ${number}`} onClick={onRemove} />
      </div>
      {problem !== null && (
        <p id={id} className="mt-1 text-bad text-sm">
          A header {problem}.
        </p>
      )}
    </div>
  );
}

interface KnownHeadersProps {
  gateway: KnownGateway;
  headers: readonly HeaderRow[];
  onChange: (headers: readonly HeaderRow[]) => void;
}

/** The headers a gateway documents, as fields of their own; one that stays empty is not sent. */
export function KnownHeaders({ gateway, headers, onChange }: KnownHeadersProps) {
  const rowOf = (name: string) => headers.find((one) => one.name === name);
  const set = (name: string, isSecret: boolean, value: string) => {
    const row = rowOf(name);
    const added = { row: nextRow(headers), name, value, isSecret, isStored: false };
    onChange(
      row === undefined ? [...headers, added] : headers.map((one) => (one === row ? { ...one, value } : one)),
    );
  };
  return gateway.headers.map(({ name, isSecret, help }) => (
    <TextField
      key={name}
      label={name}
      type={isSecret ? 'password' : 'text'}
      role="textbox"
      value={rowOf(name)?.value ?? ''}
      onChange={(event) => set(name, isSecret, event.target.value)}
      placeholder={rowOf(name)?.isStored ? 'Stored; type to replace it' : undefined}
      help={help}
      autoComplete="off"
      spellCheck={false}
    />
  ));
}
