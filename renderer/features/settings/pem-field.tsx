import { useId, useRef } from 'react';
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
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file !== undefined) onChange({ name: file.name.slice(0, nameCharacters), pem: await file.text() });
    // The same file can be chosen again after it changed.
    input.value = '';
  };
  return (
    <div className="grid grid-cols-[min(180px*var(--text-scale),40%)_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
      <span id={`${id}-label`} className="text-muted">
        {label}
      </span>
      <div className="flex min-w-0 items-center gap-2">
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".pem,.crt,.cer,.key"
          aria-label={label}
          onChange={({ target }) => void read(target)}
        />
        <Button
          id={`${id}-choose`}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-help`}
          onClick={() => chooser.current?.click()}
        >
          Choose file…
        </Button>
        {name !== null && (
          <>
            <span className="truncate" title={name}>
              {name}
            </span>
            <Button tone="quiet" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange(null)}>
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
