/** The plan of `gatehouse run`: of its file, and of those that this one names. */
import type { ExperimentPlan } from '../shared/lab/experiment';
import { type CodeWorld, withCodeRuns } from '../shared/lab/files/code-runs';
import { matchesPattern } from '../shared/lab/files/name-pattern';
import { readExperimentFile } from '../shared/lab/files/read-file';
import { ExperimentFileError, type ReadPlan } from '../shared/lab/files/reading';
import { isWorkbookName, partsOfWorkbookName } from '../shared/lab/files/workbook-name';
import { decodeText } from '../shared/text/decode-text';
import type { Ask } from './command-line';
import { shownLine } from './command-output';
import { readYaml } from './read-yaml';
import type { RunOptions } from './run-options';

export interface PlanWorld extends CodeWorld {
  /** The bytes of a file, or of one that it names; `null` where it can't be read. */
  readonly read: (name: string, besides?: string) => Buffer | null;
  /** The names of all files in the folder of a file and below it, as it would name them; never its own. */
  readonly filesBeside: (name: string) => readonly string[];
  /** What is said beside the results. */
  readonly tell: (line: string) => void;
}

/** @throws ExperimentFileError, AppError */
export async function readPlan(
  world: PlanWorld,
  ask: Ask,
  options: RunOptions,
  profileId: string,
): Promise<ExperimentPlan> {
  const { plan, notes } = await readFiles(world, ask, options, profileId);
  for (const note of notes) world.tell(`Note: ${shownLine(note)}`);
  const { repeat, judge } = options;
  return {
    ...plan,
    ...(repeat !== null && { repeats: repeat }),
    ...(judge !== null && { judge: { profileId, model: judge } }),
  };
}

async function readFiles(
  world: PlanWorld,
  ask: Ask,
  { file, models, prompt }: RunOptions,
  profileId: string,
): Promise<ReadPlan> {
  const { read, filesBeside } = world;
  const main = read(file);
  if (main === null) throw new ExperimentFileError(`Couldn’t read “${file}”.`);
  if (main.length === 0) throw new ExperimentFileError(`“${file}” is empty.`);
  const named = new Map<string, Buffer>();
  const readOther = (name: string): string | null => {
    const other = read(partsOfWorkbookName(name).file, file);
    if (other === null) return null;
    named.set(partsOfWorkbookName(name).file, other);
    // An image, or whatever else holds no text, is refused by what reads the file.
    return isWorkbookName(name) ? '' : (textOf(world, name, other) ?? other.toString('utf8'));
  };
  let names: readonly string[] | undefined;
  const list = (pattern: string) => {
    names ??= filesBeside(file);
    return names.filter((name) => matchesPattern(name, pattern));
  };
  if (!isWorkbookName(file)) {
    const text = textOf(world, file, main);
    if (text === null) throw new ExperimentFileError(`“${file}” is not a text file.`);
    const reading = { profileId, models, prompt, readYaml, readOther, list };
    const found = await withCodeRuns((runs) => readExperimentFile(file, text, { ...reading, runs }), world);
    if (![...named.keys()].some(isWorkbookName)) return found;
  }
  // Only the core reads sheets.
  const files = [[file, main] as const, ...named].map(([name, bytes]) => ({
    name: name === file ? name.replace(/^.*[\\/]/, '') : name,
    base64: bytes.toString('base64'),
  }));
  const question = { files, models: [...models], prompt, profileId };
  return ask('experiments.readFile', question);
}

/** In any encoding, as in the window; one that is only likely is said. */
function textOf({ tell }: Pick<PlanWorld, 'tell'>, name: string, bytes: Buffer): string | null {
  const decoded = decodeText(bytes);
  if (decoded?.isGuess)
    tell(
      `Note: “${name}” was read as ${decoded.encoding}. If its text looks wrong, save it as UTF-8 and run it again.`,
    );
  return decoded?.text ?? null;
}
