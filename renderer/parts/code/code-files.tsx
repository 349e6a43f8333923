import type { CodeFile } from '../../../shared/code/code-request';
import { mediaUrl } from '../../state/core/media-url';
import { Button } from '../../ui/button';
import { saveCopy } from '../save-file';

/** The files that the code reads, to be saved beside it. */
export function CodeFiles({ files }: { files: readonly CodeFile[] }) {
  if (files.length === 0) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 text-muted text-sm">
      <p>The code reads its files from the folder it is run in:</p>
      <ul aria-label="Files of the code" className="flex flex-wrap gap-2">
        {files.map(({ fileName, attachmentId, name }) => (
          <li key={fileName}>
            <Button
              title={`${name}, save as ${fileName}`}
              onClick={() => void saveCopy(mediaUrl(attachmentId), fileName)}
            >
              Save {fileName}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
