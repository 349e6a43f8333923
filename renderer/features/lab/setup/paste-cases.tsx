import { FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { formatTableMistake, type TableMistake } from '../../../../shared/lab/batch';
import { decodeText } from '../../../../shared/text/decode-text';
import { isWorkbookFile, readSheet, workbookEndings } from '../../../parts/tables/read-sheet';
import { announce } from '../../../state/announce';
import { Button } from '../../../ui/button';
import { FileInput } from '../../../ui/file-input';
import { counted } from '../lab-text';
import type { CaseDraft, CasesText } from './lab-draft';
import { isExperimentText } from './open-file';
import { readCases } from './read-cases';

const fileBytesAtMost = 7_000_000;

interface PasteCasesProps {
  /** What was typed and is no table yet. */
  text: string;
  onChange: (change: (now: CasesText) => Partial<CasesText>) => void;
  /** Takes a pasted configuration as a whole; absent where only cases are taken. */
  onExperiment?: ((text: string) => void) | undefined;
}

/** Cases from a pasted text or a file. */
export function PasteCases({ text, onChange, onExperiment }: PasteCasesProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { mistakes, notes, take, takeFile } = useReading(onChange);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text.trim() !== '' || !pasted.includes('\n')) return;
    event.preventDefault();
    if (onExperiment !== undefined && isExperimentText(pasted)) onExperiment(pasted);
    else take(pasted);
  };
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-muted">
        Paste cases
      </label>
      <textarea
        id={id}
        rows={3}
        className="field resize-y whitespace-pre font-mono"
        placeholder={'country,__expected\nFrance,icontains:Paris\nItaly,icontains:Rome'}
        aria-describedby={`${id}-help`}
        aria-invalid={mistakes.length > 0}
        value={text}
        onChange={({ target }) => onChange(() => ({ tableText: target.value }))}
        onPaste={onPaste}
      />
      <p id={`${id}-help`} className="text-muted text-sm">
        CSV or TSV with the names of the variables in the first line, or JSON Lines
        {onExperiment !== undefined && ', or a configuration of promptfoo as a whole'}. Columns{' '}
        <code className="font-mono">__expected</code>, <code className="font-mono">__tags</code> and{' '}
        <code className="font-mono">__note</code> belong to the case.
      </p>
      {mistakes.length > 0 && (
        <ul role="alert" aria-label="Errors in the cases" className="max-h-32 overflow-y-auto text-bad">
          {mistakes.map((mistake) => (
            <li key={formatTableMistake(mistake)}>{formatTableMistake(mistake)}</li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes on the cases" className="max-h-32 overflow-y-auto text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={text.trim() === ''} onClick={() => text.trim() !== '' && take(text)}>
          Use these cases
        </Button>
        <Button onClick={() => chooser.current?.click()}>
          <FileSpreadsheet className="icon" aria-hidden />
          Choose a file
        </Button>
        <FileInput
          input={chooser}
          label="File of cases"
          accept={`.csv,.tsv,.txt,.json,.jsonl,.ndjson,${workbookEndings},text/csv,text/plain,application/json`}
          onFiles={([file]) => void takeFile(file)}
        />
      </div>
    </div>
  );
}

const isFilled = (one: CaseDraft): boolean => Object.values(one).some((value) => value !== '');

/** Reads texts and files as cases, which join those that are there; what is invalid stays as it was typed. */
function useReading(onChange: PasteCasesProps['onChange']) {
  const [mistakes, setMistakes] = useState<readonly TableMistake[]>([]);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const add = (more: readonly CaseDraft[], said: readonly string[]) => {
    setMistakes([]);
    setNotes(said);
    onChange(({ cases }) => ({ cases: [...cases.filter(isFilled), ...more], tableText: '' }));
    announce(`${counted(more.length, 'case')} added`);
  };
  const take = (text: string, mark?: string, said: readonly string[] = []) => {
    const reading = readCases(text, mark);
    setMistakes(reading.ok ? [] : reading.mistakes);
    if (!reading.ok) return onChange(() => ({ tableText: text }));
    add(reading.cases, [...said, ...reading.notes]);
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const refuse = (message: string) => setMistakes([{ row: null, column: null, message }]);
    if (file.size > fileBytesAtMost) return refuse(`“${file.name}” is too large: the limit is 7 MB.`);
    if (isWorkbookFile(file)) {
      const sheet = await readSheet(file);
      return sheet.ok ? take(sheet.value.text, '\t', sheet.value.notes) : refuse(sheet.error.message);
    }
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (decoded === null) return refuse(`“${file.name}” is not a text file.`);
    take(decoded.text);
  };
  return { mistakes, notes, take, takeFile };
}
