import { File, FileText, Film, Music } from 'lucide-react';
import type { StoredFile } from '../../../../shared/media/files';
import type { ResultKind } from '../../../../shared/media/media';
import { bytesText } from '../../../lib/file-words';
import { formatDuration } from '../../../lib/format';
import { mediaUrl } from '../../../state/core/media-url';
import { saveCopy } from '../../save-file';

const icons: Readonly<Record<ResultKind, typeof File>> = {
  image: File,
  audio: Music,
  video: Film,
  file: FileText,
};

/** A file that is not seen: its name, what it is and its size; pressed, a copy of it is saved. */
export default function FileChip({ file }: { file: StoredFile }) {
  const { id, kind, name } = file;
  const Icon = icons[kind];
  return (
    <button
      type="button"
      data-file-name
      title={`Save ${name}`}
      onClick={() => void saveCopy(mediaUrl(id), name)}
      className="flex h-12 max-w-64 items-center gap-2 rounded-control border border-line bg-panel px-3 text-left hover:border-accent"
    >
      <Icon className="icon flex-none text-muted" aria-hidden />
      <span className="min-w-0">
        <bdi className="block truncate">{name}</bdi>
        <span data-beside className="block truncate text-muted text-xs">
          {factsOf(file)}
        </span>
      </span>
    </button>
  );
}

/** `PDF · 1.2 MB`, `WAV · 12 s · 350 kB`. */
function factsOf({ contentType, name, bytes, durationMs }: StoredFile): string {
  const extension = /\.(\w{1,5})$/.exec(name)?.[1] ?? contentType.split('/')[1] ?? '';
  const length = durationMs === null ? [] : [formatDuration(durationMs)];
  return [extension.toUpperCase(), ...length, bytesText(bytes)].join(' · ');
}
