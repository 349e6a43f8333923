import { useVirtualizer } from '@tanstack/react-virtual';
import { FileSpreadsheet, Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, useId, useMemo, useRef, useState } from 'react';
import { formatTableMistake, type TableMistake } from '../../../../shared/lab/batch';
import { parseTemplate } from '../../../../shared/lab/template';
import { decodeText } from '../../../lib/decode-text';
import { announce } from '../../../state/announce';
import { Button, IconButton } from '../../../ui/button';
import { FileInput } from '../../../ui/file-input';
import { counted } from '../lab-text';
import { setLabDraft, useLabDraft } from './draft-store';
import { type CaseDraft, keptColumn } from './lab-draft';
import { isExperimentText, openExperimentText } from './open-file';
import { columnsOf } from './plan-of-draft';
import { readCases } from './read-cases';

/** The cases: typed into the table, pasted, or from a file. Without any, the prompt is asked as it is. */
export function CasesFields() {
  const cases = useLabDraft((draft) => draft.cases);
  const columns = useColumns(cases);
  const add = () => setLabDraft({ cases: [...cases, Object.fromEntries(columns.map((name) => [name, '']))] });
  return (
    <section aria-label="Cases" className="flex flex-col gap-2">
      <h3 className="font-semibold">Cases{cases.length > 0 && ` · ${cases.length.toLocaleString('en')}`}</h3>
      {cases.length > 0 && <CasesTable cases={cases} columns={columns} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={add}>
          <Plus className="icon" aria-hidden />
          Add case
        </Button>
        {cases.length > 0 && (
          <Button tone="quiet" onClick={() => setLabDraft({ cases: [] })}>
            Remove all cases
          </Button>
        )}
      </div>
      <PasteCases />
    </section>
  );
}

/** Those of the prompts, then further ones of the cases, then what is expected. */
function useColumns(cases: readonly CaseDraft[]): readonly string[] {
  const template = useLabDraft((draft) => draft.template);
  const variants = useLabDraft((draft) => draft.variants);
  return useMemo(() => {
    const templates = [template, ...variants.flatMap((one) => one.template ?? [])];
    const variables = templates.flatMap((one) => parseTemplate(one).variables.map(({ name }) => name));
    const all = new Set([...variables, ...columnsOf(cases), '__expected']);
    all.delete(keptColumn);
    return [...all].sort((one, other) => Number(one.startsWith('__')) - Number(other.startsWith('__')));
  }, [template, variants, cases]);
}

const columnWords: Readonly<Record<string, string>> = {
  __expected: 'Expected',
  __threshold: 'Passing score',
  __tags: 'Tags',
  __note: 'Note',
};
const wordOf = (column: string): string =>
  columnWords[column] ?? (column.startsWith('__expected') ? `Expected ${column.slice(10)}` : column);

const rowPx = 36;
const tallestPx = 396;

interface CasesTableProps {
  cases: readonly CaseDraft[];
  columns: readonly string[];
}

function CasesTable({ cases, columns }: CasesTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: cases.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  const template = { gridTemplateColumns: `48px repeat(${columns.length}, minmax(140px, 1fr)) 32px` };
  const change = (at: number, column: string, value: string) =>
    setLabDraft({ cases: cases.map((one, index) => (index === at ? { ...one, [column]: value } : one)) });
  const remove = (at: number) => setLabDraft({ cases: cases.filter((_, index) => index !== at) });
  return (
    <div
      ref={scroller}
      className="overflow-auto rounded-control border border-line"
      style={{ maxHeight: tallestPx }}
    >
      <div style={{ minWidth: 80 + 140 * columns.length }}>
        <div
          className="sticky top-0 z-10 grid h-8 items-center border-line border-b bg-panel text-muted"
          style={template}
        >
          <span className="px-2">Case</span>
          {columns.map((column) => (
            <span key={column} className="truncate px-2" title={column}>
              {wordOf(column)}
            </span>
          ))}
        </div>
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <fieldset
              key={index}
              aria-label={`Case ${index + 1}`}
              className="absolute top-0 left-0 grid w-full items-center"
              style={{ ...template, height: rowPx, transform: `translateY(${start}px)` }}
            >
              <span className="px-2 text-muted" title={keptText(cases[index])}>
                {index + 1}
                {cases[index]?.[keptColumn] !== undefined && ' +'}
              </span>
              {columns.map((column) => (
                <input
                  key={column}
                  aria-label={`${wordOf(column)}, case ${index + 1}`}
                  className="field h-8 rounded-none border-transparent bg-transparent"
                  placeholder={column === '__expected' ? 'icontains:Paris' : undefined}
                  value={cases[index]?.[column] ?? ''}
                  onChange={({ target }) => change(index, column, target.value)}
                />
              ))}
              <IconButton icon={Trash2} label={`Remove case ${index + 1}`} onClick={() => remove(index)} />
            </fieldset>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Says what a case has beside its columns. */
const keptText = (one: CaseDraft | undefined): string | undefined =>
  one?.[keptColumn] === undefined ? undefined : 'With files or assertions from where it came';

const fileBytesAtMost = 7_000_000;

function PasteCases() {
  const text = useLabDraft((draft) => draft.tableText);
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { mistakes, take, takeFile } = useReading();
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text.trim() !== '' || !pasted.includes('\n')) return;
    event.preventDefault();
    if (isExperimentText(pasted)) void openExperimentText(pasted);
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
        onChange={({ target }) => setLabDraft({ tableText: target.value })}
        onPaste={onPaste}
      />
      <p id={`${id}-help`} className="text-muted text-sm">
        CSV or TSV with the names of the variables in the first line, JSON Lines, or a configuration of
        promptfoo as a whole. Columns <code className="font-mono">__expected</code>,{' '}
        <code className="font-mono">__tags</code> and <code className="font-mono">__note</code> belong to the
        case.
      </p>
      {mistakes.length > 0 && (
        <ul role="alert" aria-label="Errors in the cases" className="max-h-32 overflow-y-auto text-bad">
          {mistakes.map((mistake) => (
            <li key={formatTableMistake(mistake)}>{formatTableMistake(mistake)}</li>
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
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
          onFiles={([file]) => void takeFile(file)}
        />
      </div>
    </div>
  );
}

/** Reads texts and files as cases, which join those that are there; what is invalid stays as it was typed. */
function useReading() {
  const [mistakes, setMistakes] = useState<readonly TableMistake[]>([]);
  const take = (text: string) => {
    const reading = readCases(text);
    setMistakes(reading.ok ? [] : reading.mistakes);
    if (!reading.ok) return setLabDraft({ tableText: text });
    const before = useLabDraft
      .getState()
      .cases.filter((one) => Object.values(one).some((value) => value !== ''));
    setLabDraft({ cases: [...before, ...reading.cases], tableText: '' });
    announce(`${counted(reading.cases.length, 'case')} added`);
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const refuse = (message: string) => setMistakes([{ row: null, column: null, message }]);
    if (file.size > fileBytesAtMost) return refuse(`“${file.name}” is too large: the limit is 7 MB.`);
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (decoded === null) return refuse(`“${file.name}” is not a text file.`);
    take(decoded.text);
  };
  return { mistakes, take, takeFile };
}
