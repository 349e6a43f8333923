/** Experiments from files, and as files. */
import { experimentPlan } from '../../../shared/commands/experiments-inputs';
import type { CheckedInput, CommandResult } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentPlan } from '../../../shared/lab/experiment';
import { experimentLimits } from '../../../shared/lab/experiment';
import { withCodeRuns } from '../../../shared/lab/files/code-runs';
import { matchesPattern, plainName } from '../../../shared/lab/files/name-pattern';
import { promptfooConfig } from '../../../shared/lab/files/promptfoo/write';
import { experimentFileType, readExperimentFile } from '../../../shared/lab/files/read-file';
import { ExperimentFileError, type Note, type ReadPlan } from '../../../shared/lab/files/reading';
import { partsOfWorkbookName } from '../../../shared/lab/files/workbook-name';
import { aboveHeaderText, fromHeader, type HeadedTable } from '../../../shared/lab/table-head';
import { decodeText } from '../../../shared/text/decode-text';
import { wrongValueWords } from '../../../shared/text/wrong-value';
import type { ExperimentParts } from './edit-experiment';
import { chosenSheet, isWorkbook, sheetsOf } from './sheets';

type Parts = Pick<ExperimentParts, 'ports' | 'services' | 'find'>;
type Given = CheckedInput<'experiments.readFile'>;

export function createFilesOf(parts: Parts) {
  return {
    readFile: (input: Given) => readFile(parts, input),
    readSheet: (input: CheckedInput<'experiments.readSheet'>) => readSheet(parts, input),
    toFile({ id, format }: CheckedInput<'experiments.toFile'>) {
      const plan = planOf(parts, id);
      const name =
        plan.title
          .replace(/[^\p{L}\p{N} _.-]+/gu, ' ')
          .trim()
          .slice(0, 80) || 'experiment';
      if (format === 'gatehouse') {
        const text = JSON.stringify({ type: experimentFileType, version: 1, ...plan }, null, 2);
        return { name: `${name}.gatehouse-experiment.json`, text, notes: [] };
      }
      const { config, notes } = promptfooConfig(plan);
      return { name: `${name}.yaml`, text: parts.ports.writeYaml(config), notes };
    },
  };
}

async function readFile(
  { ports, services }: Parts,
  { files, models, prompt, sheet, header, ...given }: Given,
): Promise<CommandResult<'experiments.readFile'>> {
  const [first] = files;
  if (first === undefined) throw unreadable('Choose a file.');
  const others: NamedFile[] = [];
  const notes: string[] = [];
  const note: Note = (sentence) => void notes.push(sentence);
  const main = headed(first.name, await tableOf(services, first, note, sheet), header, note);
  for (const file of files.slice(1))
    others.push({ name: plainName(file.name), read: await otherOf(services, file, note) });
  const profileId = given.profileId ?? services.profiles.activeId();
  const reading = {
    profileId,
    models,
    prompt,
    readYaml: ports.readYaml,
    readOther: (name: string) => {
      const { file, sheet: wanted } = partsOfWorkbookName(name);
      return fileNamed(others, file)?.read(wanted) ?? null;
    },
    list: (pattern: string) => {
      const all = others.map(({ name }) => name);
      const inFolders = all.filter((name) => matchesPattern(name, pattern));
      // Files that a person opens may have come without their folders.
      const ofName = baseName(pattern);
      const found = inFolders.length > 0 ? inFolders : all.filter((name) => matchesPattern(name, ofName));
      return [...new Set(found)].toSorted();
    },
  };
  try {
    const { text, ...workbook } = main;
    const { plan, notes: more } = checked(
      await withCodeRuns(
        (runs) => readExperimentFile(asTable(first.name), text, { ...reading, runs }),
        ports,
      ),
    );
    const ending = /\.\w+$/.exec(first.name)?.[0] ?? '';
    const title = isWorkbook(first.name) ? plan.title.replace(/\.tsv$/, ending) : plan.title;
    return { plan: { ...plan, title }, notes: [...notes, ...more], ...workbook };
  } catch (error) {
    throw error instanceof ExperimentFileError ? unreadable(error.message) : error;
  }
}

interface NamedFile {
  /** With its folders, where it came with them. */
  readonly name: string;
  readonly read: Other;
}

const baseName = (name: string): string => name.replace(/^.*[\\/]/, '');

/** The one of this name and folder, else the only one of this name. @throws ExperimentFileError where it could be several */
function fileNamed(files: readonly NamedFile[], wanted: string): NamedFile | undefined {
  const name = plainName(wanted);
  const inFolder = files.filter((file) => file.name === name || file.name.endsWith(`/${name}`));
  const found =
    inFolder.length > 0 ? inFolder : files.filter((file) => baseName(file.name) === baseName(name));
  if (found.length < 2) return found[0];
  throw new ExperimentFileError(
    `${found.length} of the files could be “${name}”. Open the one that is meant, or give them different names.`,
  );
}

/** A file may hold anything: what is no plan is refused, and names what is wrong. */
function checked({ plan, notes }: ReadPlan): ReadPlan {
  const found = experimentPlan.safeParse(plan);
  if (found.success) return { plan: found.data as ExperimentPlan, notes };
  const [issue] = found.error.issues;
  throw unreadable(`This file can’t be used: ${wrongValueWords(issue)}.`);
}

const unreadable = (message: string) => new AppError({ code: 'invalid_input', field: 'files', message });

/** Sheets are read as tables whose values are between tabs. */
const asTable = (name: string): string => (isWorkbook(name) ? name.replace(/\.\w+$/, '.tsv') : name);

interface Table {
  readonly text: string;
  readonly sheets: readonly string[];
  readonly sheet: number | null;
}

type Head = Pick<HeadedTable, 'header' | 'rows'>;

/** A table from its header on; what else a file is stays as it is. */
function headed(
  name: string,
  table: Table,
  chosen: number | undefined,
  note: Note,
): Table & { readonly head: Head | null } {
  const ending = /\.(csv|tsv)$/i.exec(asTable(name))?.[1]?.toLowerCase();
  if (ending === undefined) return { ...table, head: null };
  const { text, ...head } = fromHeader(table.text, ending === 'tsv' ? '\t' : undefined, chosen);
  const said = aboveHeaderText(head);
  if (said !== null) note(said);
  return { ...table, text, head };
}

async function readSheet(
  { services }: Parts,
  { file, sheet }: CheckedInput<'experiments.readSheet'>,
): Promise<CommandResult<'experiments.readSheet'>> {
  if (!isWorkbook(file.name))
    throw unreadable(`“${file.name}” is not called a workbook: .xlsx, .xlsm or .ods.`);
  const notes: string[] = [];
  const read = await tableOf(services, file, (sentence) => void notes.push(sentence), sheet);
  return { ...read, sheet: read.sheet ?? 1, notes };
}

/** The text of a file that another one names: of a workbook, that of a sheet. */
type Other = (sheet: string | number | undefined) => string;

async function otherOf(
  services: Parts['services'],
  file: Given['files'][number],
  note: Note,
): Promise<Other> {
  const { name, base64 } = file;
  if (!isWorkbook(name)) {
    const text = textIn(name, Buffer.from(base64, 'base64'), note);
    return () => text;
  }
  const sheets = await sheetsOf(services, file, note);
  return (wanted) => sheets[chosenSheet(name, sheets, wanted, note) - 1]?.text ?? '';
}

/** A cell, which a library wrote and no spreadsheet program has opened since. */
const FORMULA = /(?:^|[\t\n])"?=[\w(+-]/;

async function tableOf(
  services: Parts['services'],
  file: Given['files'][number],
  note: Note,
  wanted?: string | number,
): Promise<Table> {
  const { name, base64 } = file;
  if (!isWorkbook(name))
    return { text: textIn(name, Buffer.from(base64, 'base64'), note), sheets: [], sheet: null };
  const sheets = await sheetsOf(services, file, note);
  const sheet = chosenSheet(name, sheets, wanted, note);
  const text = sheets[sheet - 1]?.text ?? '';
  if (FORMULA.test(text))
    note(
      `“${name}” has formulas whose values no program has worked out: they are read as they are written. Open and save it in a spreadsheet program to have the values.`,
    );
  return { text, sheets: sheets.map((one) => one.name), sheet };
}

/** In any encoding; one that is only likely is said. */
function textIn(name: string, bytes: Buffer, note: Note): string {
  const decoded = decodeText(bytes);
  if (decoded === null) throw unreadable(`“${name}” is not a text file.`);
  const { text, encoding, isGuess } = decoded;
  if (isGuess)
    note(`“${name}” was read as ${encoding}. If its text looks wrong, save it as UTF-8 and open it again.`);
  return text;
}

/** What is stored, as it was made. */
function planOf({ ports, find }: Parts, id: string): ExperimentPlan {
  const { experiments } = ports.storage;
  const { title, variants, repeats, assertions, threshold, budget, judge } = find(id);
  const cases = experiments.cases(id, 0, experimentLimits.cases).map(({ id: _number, ...plan }) => plan);
  const plans = variants.map(({ id: _number, ...plan }) => plan);
  return { title, variants: plans, cases, repeats, assertions, threshold, budget, judge };
}
