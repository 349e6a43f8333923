import { FileQuestion } from 'lucide-react';

/** Shown in place of a missing file. */
export function Missing() {
  return (
    <div className="flex aspect-[3/2] w-full flex-col items-center justify-center gap-1 bg-hover text-muted">
      <FileQuestion className="icon size-6" aria-hidden />
      <p>The file is no longer there</p>
    </div>
  );
}
