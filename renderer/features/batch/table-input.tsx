import { FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatTableMistake, type TableMistake } from '../../../shared/lab/batch';
import type { Template } from '../../../shared/lab/template';
import { decodeText } from '../../../shared/text/decode-text';
import { focusSoon, noteFocus } from '../../lib/focus';
import { isSubmitKey } from '../../lib/submit-key';
import { insertLongTextAtOnce } from '../../parts/composer/insert-long-text';
import { isWorkbookFile, readSheet, workbookEndings } from '../../parts/tables/read-sheet';
import { readTable } from '../../parts/tables/read-table';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';
import { FileInput } from '../../ui/file-input';
import { setBatchDraft, useBatchDraft } from './batch-draft';
import { rowsText } from './batch-text';
import { TableEncoding } from './table-encoding';
import { setTableFile, setTableSource, type TableFile } from './table-file';
import { TableHeader } from './table-header';

const fileBytesAtMost = 7_000_000;

/** Accepts a table: pasted, dropped, chosen as a file, or typed. */
export function TableInput({ template }: { template: Template }) {
  const text = useBatchDraft((draft) => draft.tableText);
  const { mistakes, take, takeFile } = useReading();
  const [isOver, setOver] = useState(false);
  const begin = () => {
    const columns = template.variables.map(({ name }) => name);
    setBatchDraft({ columns, rows: [columns.map(() => '')] });
  };
  const target = {
    'data-takes-files': true,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      void takeFile(event.dataTransfer.files[0]);
    },
  };
  return (
    <div
      className="flex min-h-0 flex-1 flex-col gap-3 p-5 data-[over]:bg-hover"
      data-over={isOver || undefined}
      {...target}
    >
      <TableText text={text} isWrong={mistakes.length > 0} onTake={take} />
      {mistakes.length > 0 && (
        <div role="alert" className="max-h-40 flex-none overflow-y-auto text-bad">
          <ul aria-label="Errors in the table">
            {mistakes.map((mistake) => (
              <li key={formatTableMistake(mistake)}>{formatTableMistake(mistake)}</li>
            ))}
          </ul>
        </div>
      )}
      <TableEncoding />
      <TableHeader />
      <div className="flex flex-none flex-wrap gap-2">
        <Button aria-disabled={text.trim() === ''} onClick={() => text.trim() !== '' && take(text)}>
          Use this table
        </Button>
        <ChooseFile onFile={(file) => void takeFile(file)} />
        {template.variables.length > 0 && <Button onClick={begin}>Type the values in</Button>}
      </div>
    </div>
  );
}

/** Parses texts and files as tables; what is invalid stays as it was typed, with the error. */
function useReading() {
  const [mistakes, setMistakes] = useState<readonly TableMistake[]>([]);
  const take = (text: string, mark?: string, notes: readonly string[] = [], isElsewhere = noteFocus()) => {
    const reading = readTable(text, { mark });
    setMistakes(reading.ok ? [] : reading.mistakes);
    setTableFile(null);
    const isSaid = reading.ok && (reading.head.header > 1 || notes.length > 0);
    setTableSource(isSaid ? { text, mark, head: reading.head, notes } : null);
    setBatchDraft(reading.ok ? { ...reading.table, tableText: '' } : { tableText: text });
    if (!reading.ok) return;
    announce(`A table of ${rowsText(reading.table.rows.length)}`);
    if (!isElsewhere()) focusSoon('batch-table');
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const isElsewhere = noteFocus();
    const read = await readFile(file);
    if (read.ok) {
      take(read.text, read.mark, read.notes, isElsewhere);
      setTableFile(read.guess);
    } else setMistakes([{ row: null, column: null, message: read.refusal }]);
  };
  return { mistakes, take, takeFile };
}

/** Whole tables arrive by other ways than pasting too. */
const takesLongText = (area: HTMLTextAreaElement | null) =>
  area === null ? undefined : insertLongTextAtOnce(area);

interface TableTextProps {
  text: string;
  isWrong: boolean;
  onTake: (text: string) => void;
}

function TableText({ text, isWrong, onTake }: TableTextProps) {
  const id = useId();
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text.trim() !== '' || !pasted.includes('\n')) return;
    event.preventDefault();
    onTake(pasted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event)) return;
    event.preventDefault();
    onTake(text);
  };
  return (
    <>
      <div className="flex min-h-32 flex-1 flex-col">
        <label htmlFor={id} className="mb-1 block text-muted">
          Table
        </label>
        <textarea
          ref={takesLongText}
          id={id}
          value={text}
          placeholder={'what,count\nbees,3\n"snow, and ice",5'}
          aria-describedby={`${id}-help`}
          aria-invalid={isWrong}
          onChange={({ target }) => setBatchDraft({ tableText: target.value })}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          className="field min-h-0 flex-1 resize-none whitespace-pre font-mono"
        />
      </div>
      <p id={`${id}-help`} className="flex-none text-muted text-sm">
        Paste or drop CSV or TSV, as spreadsheets copy it. The first line holds the names of the variables;
        Ctrl+Enter uses the typed table.
      </p>
    </>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => chooser.current?.click()}>
        <FileSpreadsheet className="icon" aria-hidden />
        Choose a file
      </Button>
      <FileInput
        input={chooser}
        label="Table file"
        accept={`.csv,.tsv,.txt,${workbookEndings},text/csv,text/tab-separated-values,text/plain`}
        onFiles={([file]) => onFile(file)}
      />
    </>
  );
}

type ReadFile =
  | {
      readonly ok: true;
      readonly text: string;
      readonly mark?: string;
      readonly notes?: readonly string[];
      readonly guess: TableFile | null;
    }
  | { readonly ok: false; readonly refusal: string };

async function readFile(file: File): Promise<ReadFile> {
  if (file.size > fileBytesAtMost) {
    return {
      ok: false,
      refusal: `“${file.name}” is too large: the limit is ${fileBytesAtMost / 1_000_000} MB.`,
    };
  }
  if (isWorkbookFile(file)) {
    const sheet = await readSheet(file);
    if (!sheet.ok) return { ok: false, refusal: sheet.error.message };
    return { ok: true, ...sheet.value, mark: '\t', guess: null };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decoded = decodeText(bytes);
  if (decoded === null)
    return { ok: false, refusal: `“${file.name}” is not a text file: save the table as CSV or XLSX.` };
  const { text, encoding, isGuess } = decoded;
  return { ok: true, text, guess: isGuess ? { name: file.name, bytes, encoding } : null };
}
