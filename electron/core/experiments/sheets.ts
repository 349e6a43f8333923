/** The sheets of a workbook as tables. */
import { AppError } from '../../../shared/errors';
import type { Note } from '../../../shared/lab/files/reading';
import { documentTypes } from '../../../shared/media/documents';
import type { ExperimentParts } from './edit-experiment';

export interface Sheet {
  readonly name: string;
  /** Its rows, with tabs between the values. */
  readonly text: string;
  /** No program shows it. */
  readonly isHidden: boolean;
}

/** Office Open XML, also with macros, which are not read, and OpenDocument. */
export const isWorkbook = (name: string): boolean => /\.(?:xlsx|xlsm|ods)$/i.test(name);

const sheetTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];

export async function sheetsOf(
  { files, documents }: Pick<ExperimentParts['services'], 'files' | 'documents'>,
  { name, base64 }: { readonly name: string; readonly base64: string },
  note: Note,
): Promise<readonly Sheet[]> {
  const stored = await files.add({ name, base64 });
  // Any other file may be called so: what is read of it would be rows that nobody meant.
  if (!sheetTypes.includes(stored.contentType))
    throw notWorkbook(name, documentTypes[stored.contentType] === 'protected');
  const { texts, isCut } = await documents.pagesOf(stored);
  if (isCut) note(`“${name}” is too long: its end is left out.`);
  return texts.map(sheetOf);
}

function notWorkbook(name: string, isProtected: boolean): AppError {
  const kind = /\.ods$/i.test(name) ? 'ODS' : 'XLSX';
  const why = isProtected ? 'is protected by a password' : `is not an ${kind} workbook`;
  return new AppError({
    code: 'invalid_input',
    field: 'files',
    message: `“${name}” ${why}, so its sheets can’t be read. Save it as XLSX${isProtected ? ' without one' : ''}, or as CSV.`,
  });
}

/** Its first line is the name, and whether it is hidden; each value ends with a tab. */
function sheetOf(text: string): Sheet {
  const [head = '', ...lines] = text.split('\n');
  const [name = '', mark] = head.split('\t');
  return { name, isHidden: mark === 'hidden', text: lines.map((line) => line.replace(/\t$/, '')).join('\n') };
}

/** The first line has the names of the columns. */
const hasRows = ({ text }: Sheet): boolean => text.trim().includes('\n');

/**
 * The sheet of this name or number, else the first that is shown and has rows: a row of any other would be a case that nobody
 * meant, and is charged.
 *
 * @returns its number, from 1
 * @throws AppError `invalid_input` where there is none
 */
export function chosenSheet(
  file: string,
  sheets: readonly Sheet[],
  wanted: string | number | undefined,
  note: Note,
): number {
  if (wanted === undefined) return firstSheet(file, sheets, note);
  const at = sheets.findIndex(({ name }, index) => name === wanted || index + 1 === wanted);
  if (at >= 0) return at + 1;
  const names = sheets.map(({ name }) => `“${name}”`).join(', ');
  const called = typeof wanted === 'number' ? `sheet ${wanted}` : `sheet “${wanted}”`;
  throw new AppError({
    code: 'invalid_input',
    field: 'sheet',
    message: `“${file}” has no ${called}. Choose one of these: ${names}.`,
  });
}

function firstSheet(file: string, sheets: readonly Sheet[], note: Note): number {
  const shown = sheets.findIndex((one) => !one.isHidden && hasRows(one));
  const at = shown === -1 ? Math.max(0, sheets.findIndex(hasRows)) : shown;
  const isPassed = sheets.slice(0, at).some(({ isHidden }) => isHidden);
  const first = isPassed ? 'the first with rows that is not hidden,' : 'the first with rows,';
  const which = at === 0 ? 'the first' : `“${sheets[at]?.name}”, ${first}`;
  if (sheets.length > 1) note(`Only ${which} of the ${sheets.length} sheets of “${file}” is read.`);
  return at + 1;
}
