import type { Variable } from '../../../shared/template';

interface VariableFieldProps {
  id: string;
  variable: Variable;
  value: string;
  mistake: string | null;
  autoFocus: boolean;
  onChange: (value: string) => void;
}

/** A field for one variable, by its type. */
export function VariableField({ id, variable, value, mistake, autoFocus, onChange }: VariableFieldProps) {
  const { name, type, options } = variable;
  const field = {
    id,
    value,
    className: 'field',
    'aria-invalid': mistake !== null,
    'aria-describedby': mistake === null ? undefined : `${id}-mistake`,
    autoFocus,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        {name}
      </label>
      {type === 'select' && (
        <select {...field}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {type === 'long' && <textarea {...field} rows={4} />}
      {type === 'number' && <input {...field} inputMode="decimal" />}
      {type === 'text' && <input {...field} />}
      {mistake !== null && (
        <p id={`${id}-mistake`} role="alert" className="mt-1 text-bad text-sm">
          {mistake}
        </p>
      )}
    </div>
  );
}
