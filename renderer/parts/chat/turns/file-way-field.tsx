import type { FileWay } from '../../../../shared/media/documents';
import { wayOf, waysOf } from '../../../../shared/media/file-inputs';
import type { StoredFile } from '../../../../shared/media/files';
import { knownModel } from './turn-files';

const labels: Readonly<Record<FileWay, string>> = {
  file: 'As file',
  text: 'As text',
  images: 'As images',
};

interface FileWayFieldProps {
  file: StoredFile;
  /** Of the part. */
  label: string;
  conversationId: string | null;
  onChange: (way: FileWay) => void;
}

/** How a document goes to the model; nothing for what only goes as a file. */
export function FileWayField({ file, label, conversationId, onChange }: FileWayFieldProps) {
  if (file.document === undefined) return null;
  const known = knownModel(conversationId);
  const chosen = wayOf(file, known);
  const ways = [...new Set<FileWay>([...waysOf(file, known), chosen])];
  return (
    <select
      aria-label={`Send ${label}`}
      value={chosen}
      className="field h-7 w-auto py-0 text-sm"
      onChange={({ target }) => {
        const way = ways.find((one) => one === target.value);
        if (way !== undefined) onChange(way);
      }}
    >
      {ways.map((way) => (
        <option key={way} value={way}>
          {labels[way]}
        </option>
      ))}
    </select>
  );
}
