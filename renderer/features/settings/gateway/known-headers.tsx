import type { KnownGateway } from '../../../../shared/gateways/gateways';
import { TextField } from '../../../ui/text-field';
import { type HeaderRow, nextRow } from './connection-draft';

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
