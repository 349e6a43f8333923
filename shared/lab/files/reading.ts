/** What files of experiments are read with, and what is read. */
import type { CasePlan, ExperimentPlan } from '../experiment';

export interface FileReading {
  /** Pays for every variant: files name no profiles of this computer. */
  readonly profileId: string;
  /** The models that are asked, whatever the file names; empty for those of the file. */
  readonly models: readonly string[];
  /** The prompt of a table, which has none. */
  readonly prompt: string | null;
  readonly readYaml: (text: string) => unknown;
  /** Another file that this one names; `null` where it can't be read. A sheet of a workbook has tabs between its values. */
  readonly readOther: (name: string) => string | null;
  /** The files in its folder and below that a pattern names, in the order of their names; never itself. */
  readonly list: (pattern: string) => readonly string[];
  /** Absent where no code can run while the file is read. */
  readonly runs?: CodeRuns;
}

/** A template of Nunjucks and what it is filled with. */
export interface TemplateJob {
  readonly template: string;
  /** As data, not as texts. */
  readonly vars: Fields;
  /** What `env` has: what the file says of it, and nothing of this computer. */
  readonly env: Fields;
  /** The bodies of functions that return filters, by their names. */
  readonly filters: Readonly<Record<string, string>>;
}

/** What a file that is read can ask for (`code-runs.ts`). Both answer an empty text until it has run. */
export interface CodeRuns {
  /** The template with its variables filled. @throws Error where it can't be filled */
  readonly fill: (job: TemplateJob) => string;
  /** What a function body of `args` returned. @throws Error where it failed */
  readonly call: (source: string, args: Fields) => string;
}

export interface ReadPlan {
  readonly plan: ExperimentPlan;
  /** A sentence for each thing of the file that was not understood, or is done otherwise here. */
  readonly notes: readonly string[];
}

/** A file that can't be run. */
export class ExperimentFileError extends Error {}

/**
 * All parts of a list, in a file that may multiply them: a few lines can ask for more than any computer holds.
 * @throws ExperimentFileError beyond the most that an experiment has
 */
export function allOf<Item, Part>(
  items: readonly Item[],
  what: string,
  most: number,
  partsOf: (item: Item, at: number) => readonly Part[],
): readonly Part[] {
  const all: Part[] = [];
  for (const [at, item] of items.entries())
    for (const part of partsOf(item, at)) {
      if (all.length >= most)
        throw new ExperimentFileError(`The file makes more than ${most.toLocaleString('en')} ${what}.`);
      all.push(part);
    }
  return all;
}

/** Sentences in the order in which they came up; each once. */
export type Note = (sentence: string) => void;

export const plainCase: CasePlan = {
  variables: {},
  attachments: [],
  inputs: [],
  assertions: [],
  threshold: null,
  tags: [],
  note: '',
};

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names the fields that are not read. */
export function noteUnread(fields: Fields, read: readonly string[], where: string, note: Note): void {
  const unread = Object.keys(fields).filter((name) => !read.includes(name));
  if (unread.length > 0) note(`${where}: ${unread.map((name) => `“${name}”`).join(', ')} is not read.`);
}

/** A figure, also as a text; `null` where none is given, `undefined` where it is something else. */
export function numberIn(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A value of a variable as the text that a prompt gets. */
export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
