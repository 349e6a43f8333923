/** A file of an experiment, by what it is: a configuration of promptfoo, an experiment of ours, or a table of cases. */
import type { CasePlan, ExperimentPlan, VariantPlan } from '../experiment';
import { choosing } from './promptfoo/choosing';
import { readPromptfoo } from './promptfoo/configuration';
import { modelOfProvider } from './promptfoo/provider-names';
import {
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  plainCase,
  type ReadPlan,
} from './reading';
import { aroundsOfCsv, casesOfCsv, ofJsonLines } from './table';

export const experimentFileType = 'gatehouse-experiment';

/** @throws ExperimentFileError */
export function readExperimentFile(name: string, text: string, reading: FileReading): ReadPlan {
  if (/\.csv$/i.test(name)) return fromTable(name, reading, (note) => casesOfTable(text, note));
  // A single column has no tab that would tell, and commas in its values.
  if (/\.tsv$/i.test(name)) return fromTable(name, reading, (note) => casesOfTable(text, note, '\t'));
  if (/\.jsonl$/i.test(name))
    return fromTable(name, reading, (note) =>
      ofJsonLines(text, {
        readTest: (raw) => testOf(raw, name, reading, note),
        ofCase: (one) => one,
        note,
      }),
    );
  const read = readWhole(text, reading);
  if (read.type === experimentFileType) return ownFile(read, reading);
  if (!['prompts', 'providers', 'targets', 'tests', 'scenarios'].some((part) => part in read))
    throw new ExperimentFileError(
      'This is neither a configuration of promptfoo nor an experiment of Gatehouse.',
    );
  return readPromptfoo(read, baseName(name), reading);
}

/** A table on its own has no prompts to write anything around. */
function casesOfTable(text: string, note: Note, mark?: string): readonly CasePlan[] {
  if (aroundsOfCsv(text, mark).some((one) => Object.keys(one).length > 0))
    note('“__prefix” and “__suffix” are not read: write them into the prompt.');
  return casesOfCsv(text, note, mark);
}

function readWhole(text: string, { readYaml }: FileReading): Fields {
  let read: unknown;
  try {
    read = readYaml(text);
  } catch (error) {
    throw new ExperimentFileError(
      `The file can’t be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isFields(read)) throw new ExperimentFileError('The file has no fields.');
  return read;
}

const baseName = (name: string): string => name.replace(/^.*[\\/]/, '').slice(0, 200);

/** One test as a whole configuration has it. */
function testOf(raw: Fields, name: string, reading: FileReading, note: Note): readonly CasePlan[] {
  const chosen = choosing.filter((field) => raw[field] !== undefined);
  if (chosen.length > 0)
    note(`${chosen.map((field) => `“${field}”`).join(', ')} of rows is not read: a table has no variants.`);
  const test = Object.fromEntries(
    Object.entries(raw).filter(([field]) => !choosing.some((one) => one === field)),
  );
  const { plan, notes } = readPromptfoo({ prompts: ['-'], providers: ['-'], tests: [test] }, name, {
    ...reading,
    models: [],
  });
  for (const one of notes) note(one);
  return plan.cases;
}

function fromTable(name: string, reading: FileReading, read: (note: Note) => readonly CasePlan[]): ReadPlan {
  const notes = new Set<string>();
  const given = read((sentence) => void notes.add(sentence));
  // A system prompt that some rows alone have is sent with those.
  const hasSystem = given.some(({ variables }) => Object.hasOwn(variables, 'system'));
  const cases = hasSystem
    ? given.map((one) => ({ ...one, variables: { system: '', ...one.variables } }))
    : given;
  const { models, profileId } = reading;
  if (cases.length === 0) throw new ExperimentFileError('The table has no rows.');
  if (models.length === 0) throw new ExperimentFileError('A table names no model. Name one with --model.');
  const has = (variable: string) => cases.every(({ variables }) => Object.hasOwn(variables, variable));
  const usual = ['prompt', 'input', 'question'].find(has);
  const template = reading.prompt ?? (usual === undefined ? null : `{{${usual}}}`);
  if (template === null)
    throw new ExperimentFileError('The table has no column “prompt”. Give the prompt with --prompt.');
  const settings = hasSystem ? { systemPrompt: '{{system}}' } : {};
  const variants = models.map((id): VariantPlan => {
    const { model, modality } = modelOfProvider(id);
    const plain = { label: model, profileId, model, template, promptVersion: null };
    return modality === 'chat'
      ? { ...plain, modality, settings }
      : { ...plain, modality, parameters: {}, extra: {} };
  });
  const plan = {
    title: baseName(name),
    variants,
    cases,
    repeats: 1,
    assertions: [],
    threshold: null,
    budget: null,
  };
  return { plan, notes: [...notes] };
}

/** What is written as a file here; the command checks it like any plan. */
function ownFile(
  { type: _type, version: _version, ...held }: Fields,
  { profileId, models }: FileReading,
): ReadPlan {
  const { variants, cases } = held as unknown as ExperimentPlan;
  if (!Array.isArray(variants) || !Array.isArray(cases))
    throw new ExperimentFileError('The experiment has no variants or no cases.');
  const named = (variants as readonly VariantPlan[]).map((variant) => ({ ...variant, profileId }));
  const { judge } = held as Partial<ExperimentPlan>;
  const [first] = named;
  const asked =
    models.length === 0 || first === undefined
      ? named
      : models.map((model) => ({ ...first, model, label: model }));
  const plan = {
    title: 'Experiment',
    repeats: 1,
    assertions: [],
    threshold: null,
    budget: null,
    ...held,
    judge: judge ? { profileId, model: judge.model } : null,
    variants: asked,
    cases: (cases as readonly CasePlan[]).map((one) => ({ ...plainCase, ...one })),
  };
  return { plan, notes: [] };
}
