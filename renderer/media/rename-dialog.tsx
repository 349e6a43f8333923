import type { MediaItem } from '../../shared/media/media';
import { call } from '../link/call';
import { announce } from '../state/announce';
import { NameDialog } from '../ui/name-dialog';

/** Gives a file another name, on the disk as here. */
export function RenameDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const rename = async (name: string) => {
    const answer = await call('media.rename', { id: item.id, fileName: name });
    if (!answer.ok) return answer.error;
    announce(`Renamed to ${answer.value.fileName}`);
    return null;
  };
  return (
    <NameDialog
      title="Rename file"
      label="File name"
      name={item.fileName}
      maxLength={200}
      help="If the name is taken, a number is added."
      onSave={rename}
      onClose={onClose}
    />
  );
}
