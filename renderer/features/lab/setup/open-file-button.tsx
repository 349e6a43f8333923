import { X } from 'lucide-react';
import { useId } from 'react';
import { HeaderRow } from '../../../parts/tables/header-row';
import { IconButton } from '../../../ui/button';
import { OpenFiles } from '../../../ui/open-files';
import { setLabDraft, useLabDraft } from './draft-store';
import type { OpenWorkbook } from './lab-draft';
import { experimentFiles, openExperimentFiles, openSheet } from './open-file';

/** Several files at once: a configuration, and the tables that it names. */
export function OpenFileButton() {
  return (
    <OpenFiles
      label="File of an experiment"
      accept={experimentFiles}
      onFiles={(files) => void openExperimentFiles(files)}
    />
  );
}

/** What of the file was not read, or is done otherwise here. */
export function FileNotes() {
  const notes = useLabDraft((draft) => draft.notes);
  if (notes.length === 0) return null;
  return (
    <section aria-label="Notes on the file" className="flex items-start gap-2 rounded-control bg-panel p-3">
      <ul className="max-h-40 min-w-0 flex-1 overflow-y-auto text-muted">
        {notes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
      <IconButton icon={X} label="Close notes" onClick={() => setLabDraft({ notes: [] })} />
    </section>
  );
}

/** Which sheet of a workbook is the cases, and which row of it names their values. */
export function SheetField() {
  const workbook = useLabDraft((draft) => draft.workbook);
  if (workbook === null) return null;
  const { head } = workbook;
  return (
    <>
      {workbook.sheets.length > 1 && <SheetChoice workbook={workbook} />}
      {head.rows.length > 1 && <HeaderRow head={head} onChange={(header) => void openSheet({ header })} />}
    </>
  );
}

function SheetChoice({ workbook: { sheets, sheet } }: { workbook: OpenWorkbook }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted">
        Sheet
      </label>
      <select
        id={id}
        className="field w-auto max-w-72"
        value={sheet ?? 1}
        onChange={({ target }) => void openSheet({ sheet: Number(target.value) })}
      >
        {sheets.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is known by its place, and the list does not change.
          <option key={at} value={at + 1}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
