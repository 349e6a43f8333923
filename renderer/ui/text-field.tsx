import { type ComponentProps, useId } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** A sentence below the field. */
  help?: string;
}

/** A line of text with its label above. */
export function TextField({ label, help, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-muted">
        {label}
      </label>
      <input
        id={id}
        className="field"
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        {...rest}
      />
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-1 text-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
