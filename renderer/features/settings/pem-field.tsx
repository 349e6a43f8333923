import { useId } from 'react';
import { Button } from '../../ui/button';

interface PemFieldProps {
  label: string;
  help: string;
  /** Of the file in use; `null` where there is none. */
  name: string | null;
  onChange: (file: { name: string; pem: string } | null) => void;
}

const nameCharacters = 200;

/** A text file with certificates or a key, read here and kept by its content: the file may move. */
export function PemField({ label, help, name, onChange }: PemFieldProps) {
  const id = useId();
  const read = async (file: File | undefined) => {
    if (file !== undefined) onChange({ name: file.name.slice(0, nameCharacters), pem: await file.text() });
  };
  return (
    <div className="grid grid-cols-[180px_1fr] items-center gap-x-4">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <div className="flex min-w-0 items-center gap-2">
        <input
          id={id}
          type="file"
          accept=".pem,.crt,.cer,.key"
          aria-describedby={`${id}-help`}
          className="min-w-0 flex-1"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        {name !== null && (
          <>
            <span className="truncate" title={name}>
              {name}
            </span>
            <Button aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange(null)}>
              Remove
            </Button>
          </>
        )}
      </div>
      <p id={`${id}-help`} className="col-start-2 text-muted text-sm">
        {help}
      </p>
    </div>
  );
}
