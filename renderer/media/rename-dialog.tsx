import { useState } from 'react';
import type { AppErrorData } from '../../shared/errors';
import type { MediaItem } from '../../shared/media/media';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/fields';

/** Gives a file another name, on the disk as here. */
export function RenameDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const [name, setName] = useState(item.fileName);
  const [error, setError] = useState<AppErrorData | null>(null);
  const rename = async () => {
    if (name.trim() === '') return;
    const answer = await call('media.rename', { id: item.id, fileName: name });
    if (!answer.ok) return setError(answer.error);
    announce(`Renamed to ${answer.value.fileName}`);
    onClose();
  };
  return (
    <Dialog title="Rename file" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          label="File name"
          value={name}
          autoFocus
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          help="If the name is taken, a number is added."
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
