import { useState } from 'react';
import type { AppErrorData } from '../../shared/errors';
import { ErrorCard } from './alert';
import { Button } from './button';
import { Dialog } from './dialog';
import { TextField } from './fields';

interface NameDialogProps {
  title: string;
  label?: string;
  /** The name that the field begins with. */
  name: string;
  maxLength: number;
  help?: string | undefined;
  /** The word of the button. */
  action?: string;
  /** @returns why it was refused; `null` where it was not, which closes the dialog */
  onSave: (name: string) => Promise<AppErrorData | null>;
  onClose: () => void;
}

/** Asks for a name; a refused one stays in the field, with the reason. */
export function NameDialog(props: NameDialogProps) {
  const { title, label = 'Name', maxLength, help, action = 'Rename', onSave, onClose } = props;
  const [name, setName] = useState(props.name);
  const [error, setError] = useState<AppErrorData | null>(null);
  const isEmpty = name.trim() === '';
  const save = async () => {
    if (isEmpty) return;
    const refusal = await onSave(name);
    if (refusal === null) onClose();
    else setError(refusal);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={label}
          value={name}
          autoFocus
          maxLength={maxLength}
          onChange={({ target }) => setName(target.value)}
          help={help}
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={isEmpty}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
