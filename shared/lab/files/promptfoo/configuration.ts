/**
 * Configurations of promptfoo as experiments: prompts × providers are the variants, tests the cases.
 * https://www.promptfoo.dev/docs/configuration/reference/
 */
import { type ExperimentPlan, experimentLimits } from '../../experiment';
import { readAssertions } from '../assertions';
import {
  allOf,
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
  type ReadPlan,
  textOfValue,
} from '../reading';
import { type CaseSource, casesOfTest, type Defaults, tagsIn, thresholdIn } from './cases';
import { withChoice } from './choosing';
import { chosenVariants, providersOfTests } from './chosen-variants';
import { codeFileIn, functionOf, withTransforms } from './code-files';
import { withEmptyValues, withSystemValues } from './empty-values';
import { needsEachCase } from './filled-assertions';
import { asJudged, type Judging, judgingOf } from './judging';
import { knownNames } from './known-names';
import { fileNameIn, partIn } from './parts';
import { promptsIn } from './prompts';
import { changeOfProviders } from './providers';
import { withReferences } from './references';
import { scenariosIn } from './scenarios';
import { testsIn } from './tests';
import { variantsOf } from './variants';
import { varsIn } from './vars';

const topFields = [
  ...['$schema', 'description', 'prompts', 'providers', 'targets', 'tests', 'scenarios'],
  ...[
    'defaultTest',
    'evaluateOptions',
    'outputPath',
    'assertionTemplates',
    'env',
    'nunjucksFilters',
    'filters',
  ],
];
const defaultFields = [
  'vars',
  'assert',
  'threshold',
  'description',
  'options',
  'metadata',
  'assertScoringFunction',
  'providers',
  'prompts',
];

/** @throws ExperimentFileError where nothing of it can be run */
export function readPromptfoo(file: Fields, name: string, given: FileReading): ReadPlan {
  const reading = countedReading(given);
  const notes = new Set<string>();
  const note: Note = (sentence) => void notes.add(sentence);
  noteUnread(file, topFields, 'The file', note);
  if (file.outputPath !== undefined) note('“outputPath” is not written: name a file with --output.');
  const source = { reading, note };
  const config = withReferences(file, note);
  const defaultTest = withTransforms(defaultTestIn(config.defaultTest, source), reading);
  const { judges, ...others } = judgingOf(defaultTest, '“defaultTest”', note);
  const { transform, ...changed } = changeOfProviders(config, source);
  const transforms = { ...others.transforms, ...(transform !== undefined && { ofProviders: transform }) };
  const judging = { ...others, ...changed, transforms, judges: { ...judges, asked: null } };
  const written = [...testsIn(config.tests, source), ...scenariosIn(config.scenarios, source)];
  const tests = written.map((test) => withChoice(withTransforms(test, reading), defaultTest));
  const assertions = readAssertions(defaultTest.assert, '“defaultTest”', source);
  const vars = varsIn(defaultTest, reading);
  const data = knownNames([vars, ...tests.map((test) => varsIn(test, reading))], {
    keepsLists: [defaultTest, ...tests].some(
      ({ options }) => isFields(options) && options.disableVarExpansion === true,
    ),
    isChanged: [defaultTest, ...tests].some(
      ({ options }) => isFields(options) && options.transformVars !== undefined,
    ),
  });
  const isOfAll =
    tests.every((test) => isJudgedAlike(test, judging)) &&
    !assertions.some((one) => needsEachCase(one, data.known.data, data.hasAny));
  const hasAround = [defaultTest, ...tests].some((test) => hasTextAround(test));
  const prompts = promptsIn(config.prompts, { reading, note, known: data.known, hasAround });
  const env = isFields(config.env) ? config.env : {};
  const templates = { reading, env, filters: filtersIn(config.nunjucksFilters ?? config.filters, reading) };
  const added = providersOfTests(config, tests, source);
  const all = variantsOf(config, prompts, source, added);
  const variants = all.map((one) => one.plan);
  const defaults: Defaults = {
    variantsOf: (test, where) => chosenVariants(test, where, all, added, source),
    vars,
    judging,
    hasAround,
    templates,
    assertions: isOfAll ? [] : assertions,
    tags: tagsIn(defaultTest.metadata),
    expressions: new Map(prompts.flatMap((one) => [...one.expressions])),
  };
  const cases = allOf(tests, 'cases', experimentLimits.cases, (test, at) =>
    casesOfTest(test, defaults, `Test ${at + 1}`, source),
  );
  // Without tests promptfoo asks each prompt once.
  const asked = tests.length === 0 ? casesOfTest({}, defaults, 'The file', source) : cases;
  if (asked.length === 0)
    throw new ExperimentFileError('No test of the file is asked: look at its “providers” and “prompts”.');
  const plan: ExperimentPlan = {
    title: textOfValue(config.description).trim().slice(0, 200) || name,
    variants: withEmptyValues(variants, asked, note),
    cases: withSystemValues(asked, variants),
    repeats: repeatsIn(config.evaluateOptions, note),
    assertions: isOfAll ? asJudged(assertions, judging) : [],
    threshold: thresholdIn(defaultTest, '“defaultTest”'),
    budget: null,
    judge: judges.asked === null ? null : { profileId: reading.profileId, model: judges.asked },
  };
  return { plan, notes: [...notes] };
}

const hasTextAround = ({ options }: Fields): boolean =>
  isFields(options) &&
  [options.prefix, options.suffix].some((text) => typeof text === 'string' && text !== '');

/** Filters of the file: each is the function of a file of JavaScript. @throws ExperimentFileError */
function filtersIn(raw: unknown, reading: FileReading): Readonly<Record<string, string>> {
  if (!isFields(raw)) return {};
  const entries = Object.entries(raw).map(([name, value]) => {
    const named = codeFileIn(value);
    const code = named && functionOf(named, reading);
    if (code === null)
      throw new ExperimentFileError(
        `The filter “${name}” can’t be read. Use a file of JavaScript without packages.`,
      );
    return [name, `${code}\nreturn check;`] as const;
  });
  return Object.fromEntries(entries);
}

/** Files may name files, each as often as they like. */
const mostReadings = 20_000;

function countedReading(reading: FileReading): FileReading {
  let readings = 0;
  const readOther = (name: string) => {
    readings += 1;
    if (readings > mostReadings)
      throw new ExperimentFileError('The file names other files more often than any suite does.');
    return reading.readOther(name);
  };
  return { ...reading, readOther };
}

/** Whether what all tests expect is judged for this one as for the others. */
const isJudgedAlike = (test: Fields, defaults: Judging): boolean =>
  keyOf(judgingOf(test, '', () => undefined, defaults)) === keyOf(defaults);

const keyOf = ({ judges, transforms, changedBy, hasRubric, isScored, leavesOutDefaults }: Judging): string =>
  JSON.stringify([
    ...[judges.asked, judges.measured, transforms.ofProviders, transforms.ofTest],
    ...[changedBy, hasRubric, isScored, leavesOutDefaults],
  ]);

/** What counts for each test: in the file, or in one that it names. */
function defaultTestIn(raw: unknown, { reading, note }: CaseSource): Fields {
  if (raw === undefined || raw === null) return {};
  const name = fileNameIn(raw);
  const defaults = name === null ? raw : partIn(name, '“defaultTest”', reading);
  if (!isFields(defaults)) throw new ExperimentFileError('“defaultTest” has no fields.');
  noteUnread(defaults, defaultFields, '“defaultTest”', note);
  return defaults;
}

function repeatsIn(options: unknown, note: Note): number {
  if (!isFields(options)) return 1;
  noteUnread(options, ['repeat', 'cache', 'showProgressBar', 'maxConcurrency'], '“evaluateOptions”', note);
  return typeof options.repeat === 'number' ? Math.min(50, Math.max(1, Math.floor(options.repeat))) : 1;
}
