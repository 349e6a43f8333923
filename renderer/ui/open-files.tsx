import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button';
import { FileInput } from './file-input';

interface OpenFilesProps {
  /** Of the chooser. */
  label: string;
  /** Endings or media types, as in the attribute of an input. */
  accept: string;
  onFiles: (files: readonly File[]) => void;
}

/** A button that opens files of this computer, several at once. */
export function OpenFiles({ label, accept, onFiles }: OpenFilesProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => chooser.current?.click()}>
        <FileUp className="icon" aria-hidden />
        Open file…
      </Button>
      <FileInput input={chooser} label={label} accept={accept} multiple onFiles={onFiles} />
    </>
  );
}
