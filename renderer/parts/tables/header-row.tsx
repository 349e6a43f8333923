import { useId } from 'react';
import type { HeadedTable } from '../../../shared/lab/table-head';

type Head = Pick<HeadedTable, 'header' | 'rows'>;

/** Which row of a table is its header; the rows above it are left out. */
export function HeaderRow({ head, onChange }: { head: Head; onChange: (header: number) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Header row
      </label>
      <select
        id={id}
        className="field w-auto max-w-72"
        value={head.header}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {head.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place, and the list does not change.
          <option key={at} value={at + 1}>
            {`${at + 1}: ${row}`}
          </option>
        ))}
      </select>
    </div>
  );
}
