/** Experiments from files, and as files. */
import { experimentPlan } from '../../../shared/commands/experiments-commands';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { ExperimentPlan } from '../../../shared/lab/experiment';
import { experimentLimits } from '../../../shared/lab/experiment';
import { experimentFileType, readExperimentFile } from '../../../shared/lab/files/read-file';
import { ExperimentFileError, type Note, type ReadPlan } from '../../../shared/lab/files/reading';
import { promptfooConfig } from '../../../shared/lab/files/write-promptfoo';
import { wrongValueWords } from '../../../shared/text/wrong-value';
import type { ExperimentParts } from './edit-experiment';

type Parts = Pick<ExperimentParts, 'ports' | 'services' | 'find'>;
type Given = CheckedInput<'experiments.readFile'>;

export function createFilesOf(parts: Parts) {
  return {
    readFile: (input: Given) => readFile(parts, input),
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
  { files, models, prompt, ...given }: Given,
): Promise<ReadPlan> {
  const [main] = files;
  if (main === undefined) throw unreadable('Choose a file.');
  const texts = new Map<string, string>();
  const notes: string[] = [];
  const note: Note = (sentence) => void notes.push(sentence);
  for (const { name, base64 } of files)
    texts.set(name, await textOf(services, name, Buffer.from(base64, 'base64'), note));
  const text = texts.get(main.name) ?? '';
  const profileId = given.profileId ?? services.profiles.activeId();
  const reading = {
    profileId,
    models,
    prompt,
    readYaml: ports.readYaml,
    readOther: (other: string) => texts.get(other.replace(/^.*[\\/]/, '')) ?? null,
  };
  try {
    const read = readExperimentFile(asTable(main.name), text, reading);
    return checked({ ...read, notes: [...notes, ...read.notes] });
  } catch (error) {
    throw error instanceof ExperimentFileError ? unreadable(error.message) : error;
  }
}

/** A file may hold anything: what is no plan is refused, and names what is wrong. */
function checked({ plan, notes }: ReadPlan): ReadPlan {
  const found = experimentPlan.safeParse(plan);
  if (found.success) return { plan: found.data as ExperimentPlan, notes };
  const [issue] = found.error.issues;
  throw unreadable(`This file can’t be used: ${wrongValueWords(issue)}.`);
}

const unreadable = (message: string) => new AppError({ code: 'invalid_input', field: 'files', message });

const isSheet = (name: string): boolean => /\.xlsx$/i.test(name);

/** Sheets are read as tables whose values are between tabs. */
const asTable = (name: string): string => (isSheet(name) ? name.replace(/\.xlsx$/i, '.tsv') : name);

/** The first sheet of a workbook: a row of any other would be a case that nobody meant, and is charged. */
async function textOf(
  { files, documents }: Parts['services'],
  name: string,
  bytes: Buffer,
  note: Note,
): Promise<string> {
  if (!isSheet(name)) return textIn(name, bytes);
  const stored = await files.add({ name, base64: bytes.toString('base64') });
  const { texts, isCut } = await documents.pagesOf(stored);
  if (texts.length > 1) note(`Only the first of the ${texts.length} sheets of “${name}” is read.`);
  if (isCut) note(`“${name}” is too long: its end is left out.`);
  // Its first line is the name of the sheet; each value ends with a tab.
  return (texts[0] ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/\t$/, ''))
    .join('\n');
}

function textIn(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`“${name}” is not a text in UTF-8.`);
  }
}

/** What is stored, as it was made. */
function planOf({ ports, find }: Parts, id: string): ExperimentPlan {
  const { experiments } = ports.storage;
  const { title, variants, repeats, assertions, threshold, budget, judge } = find(id);
  const cases = experiments.cases(id, 0, experimentLimits.cases).map(({ id: _number, ...plan }) => plan);
  const plans = variants.map(({ id: _number, ...plan }) => plan);
  return { title, variants: plans, cases, repeats, assertions, threshold, budget, judge };
}
